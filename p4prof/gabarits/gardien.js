// Dit, avant que le travail ne commence, si ce navigateur risque de le perdre : rien où écrire, plus de place,
// une fenêtre privée. Sur la page d'accueil comme dans JupyterLab. Un avertissement fermé ne revient pas.
const FERME = "p4-gardien-ferme";
const BESOIN = 20e6; // octets : de quoi enregistrer tous les TP plusieurs fois

async function ecrire() {
  await new Promise((resoudre, rejeter) => {
    const demande = indexedDB.open("p4-essai", 1);
    demande.onupgradeneeded = () => demande.result.createObjectStore("essai");
    demande.onerror = () => rejeter(demande.error);
    demande.onsuccess = () => {
      const transaction = demande.result.transaction("essai", "readwrite");
      transaction.objectStore("essai").put("écrit", "essai");
      transaction.oncomplete = () => { demande.result.close(); resoudre(); };
      transaction.onerror = transaction.onabort = () => rejeter(transaction.error);
    };
  });
}

// Firefox et Safari refusent ce dossier à une fenêtre privée. Chromium cache qu'elle l'est : il n'y promet rien.
async function privee() {
  try {
    await navigator.storage?.getDirectory?.();
    return false;
  } catch {
    return true;
  }
}

// Le navigateur promet-il de ne pas effacer de lui-même ce qui est enregistré ici ?
async function promis() {
  try {
    return Boolean(await navigator.storage?.persist?.());
  } catch {
    return false;
  }
}

export async function risque() {
  try {
    await ecrire();
  } catch {
    return "Ce navigateur ne laisse rien enregistrer ici : votre travail serait perdu en fermant la page. "
      + "Changez de navigateur, ou autorisez les données de ce site.";
  }
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < BESOIN)
    return "Il ne reste presque plus de place pour enregistrer dans ce navigateur : libérez-en avant de commencer, "
      + "ou téléchargez votre travail souvent.";
  if (await privee())
    return "Cette fenêtre est privée : tout votre travail sera effacé quand vous la fermerez. Ouvrez plutôt une fenêtre "
      + "ordinaire, ou téléchargez votre travail avant de partir.";
  if (!(await promis()))
    return "Ce navigateur ne promet pas de garder votre travail. Si cette fenêtre est privée, il sera effacé quand vous la "
      + "fermerez ; sinon, il l'est seulement si la place manque. Téléchargez votre copie avant de partir.";
  return "";
}

function prevenir(phrase) {
  const bandeau = document.createElement("div");
  bandeau.id = "p4-gardien";
  bandeau.setAttribute("role", "alert");
  bandeau.style.cssText = "position:fixed;z-index:10000;left:0;right:0;bottom:0;padding:.7em 3em .7em 1em;"
    + "background:#7a1f00;color:#fff;font:16px/1.4 sans-serif";
  const fermer = document.createElement("button");
  fermer.textContent = "✕";
  fermer.setAttribute("aria-label", "Fermer cet avertissement");
  fermer.style.cssText = "position:absolute;right:.6em;top:.5em;background:none;border:0;color:#fff;font-size:18px;cursor:pointer";
  fermer.onclick = () => { localStorage.setItem(FERME, phrase); bandeau.remove(); };
  bandeau.append("⚠ " + phrase, fermer);
  document.body.append(bandeau);
}

const phrase = await risque();
if (phrase && localStorage.getItem(FERME) !== phrase) prevenir(phrase);
