// Dans un navigateur, le notebook est gardé par la page : deux boutons pour l'emporter, ou le recommencer.
const NOYAU = { display_name: "Python 3 (ipykernel)", language: "python", name: "python3" };

// Le notebook ouvert où se trouve cet élément, et l'application qui le tient.
function trouver(element) {
  const app = globalThis.jupyterapp;
  const panneau = app && [...app.shell.widgets("main")].find((w) => w.context && w.node.contains(element));
  return panneau ? { app, panneau } : null;
}

// Le notebook tel qu'il sera rendu : celui de la page, avec le noyau du sujet.
async function copie(panneau) {
  await panneau.context.save();
  const carnet = panneau.context.model.toJSON();
  return { ...carnet, metadata: { ...carnet.metadata, kernelspec: NOYAU } };
}

async function emporter({ panneau }, tp) {
  const texte = JSON.stringify(await copie(panneau), null, 1) + "\n";
  const lien = document.createElement("a");
  lien.href = URL.createObjectURL(new Blob([texte], { type: "application/x-ipynb+json" }));
  lien.download = `${tp}.ipynb`;
  lien.click();
  setTimeout(() => URL.revokeObjectURL(lien.href), 60_000);
  return `${tp}.ipynb est enregistré et téléchargé : c'est ce fichier que vous rendez.`;
}

function nom_d_ancien(chemin) {
  const [jour, heure] = new Date(Date.now() - 60_000 * new Date().getTimezoneOffset()).toISOString().split("T");
  return chemin.replace(/\.ipynb$/, `-ancien-${jour}-${heure.slice(0, 8).replaceAll(":", "-")}.ipynb`);
}

async function recommencer({ app, panneau }) {
  const chemin = panneau.context.path;
  const reponse = await fetch(new URL(`../files/${chemin}`, location.href), { cache: "no-store" });
  if (!reponse.ok) throw new Error("le sujet d'origine est introuvable, rien n'a changé.");
  const sujet = await reponse.json();
  const ancien = nom_d_ancien(chemin);
  const options = { type: "notebook", format: "json", content: await copie(panneau) };
  await app.serviceManager.contents.save(ancien, options);
  panneau.context.model.fromJSON(sujet);
  await panneau.context.save();
  await panneau.sessionContext.session?.kernel?.restart();
  return `Le sujet est remis à neuf ; votre travail d'avant est dans ${ancien}.`;
}

function bouton(texte, titre) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "jupyter-button widget-button";
  b.style.cssText = "width:auto;margin:.2em .4em .2em 0";
  b.textContent = texte;
  b.title = titre;
  return b;
}

export default {
  render({ model, el }) {
    const tp = model.get("tp");
    const prendre = bouton("Télécharger ma copie", "Enregistre le notebook et le télécharge, prêt à rendre");
    const refaire = bouton("Recommencer ce TP", "Remet le sujet d'origine ; votre travail est gardé à côté");
    const dit = document.createElement("div");
    dit.setAttribute("role", "status");
    const faire = async (action) => {
      const lieu = trouver(el);
      if (!lieu) {
        dit.textContent = "Cette page ne donne pas accès au notebook : menu Fichier, puis Télécharger.";
        return;
      }
      try {
        dit.textContent = await action(lieu, tp);
      } catch (erreur) {
        dit.textContent = `⚠ Cela n'a pas pu se faire : ${erreur.message}`;
      }
    };
    let sur = false;
    prendre.onclick = () => faire(emporter);
    refaire.onclick = () => {
      if (sur) { faire(recommencer); return; }
      sur = true;
      refaire.textContent = "Recommencer : cliquez encore pour confirmer";
      dit.textContent = "Le sujet d'origine remplacera ce notebook ; votre travail sera gardé à côté, sous un autre nom.";
    };
    el.append(prendre, refaire, dit);
  },
};
