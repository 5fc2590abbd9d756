// Rejoue les parties du concours sur le plateau du cours : `plateau` est le module de plateau.js, mis avant celui-ci.

const { noms, ouverture, parties, verdicts } = JSON.parse(document.getElementById("donnees").textContent);
const [LARGEUR, HAUTEUR, ALIGNER] = [7, 6, 4];
const COULEUR = { 1: "jaune", 2: "rouge" };
const $ = (id) => document.getElementById(id);

// --- une partie : ses positions, ses phrases -----------------------------------------------------------

// Une partie : [qui commence, son adversaire, coups, verdicts, gagnant (1 ou 2, 0 : nulle), faute du perdant].
function colonnesApres(coups) {
  const colonnes = Array.from({ length: LARGEUR }, () => "");
  coups.forEach((x, rang) => (colonnes[x] += 1 + (rang % 2)));
  return colonnes;
}

function alignees(colonnes) {
  const trouvees = [];
  for (let x = 0; x < LARGEUR; x++)
    for (let y = 0; y < HAUTEUR; y++)
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const cases = Array.from({ length: ALIGNER }, (_, i) => [x + i * dx, y + i * dy]);
        const pions = new Set(cases.map(([a, b]) => colonnes[a]?.[b]));
        if (pions.size === 1 && !pions.has(undefined)) trouvees.push(...cases);
      }
  return trouvees;
}

const coupsDe = (partie) => [...partie[2]].map(Number);
const verdictDe = (partie, rang) => (rang < ouverture ? "o" : (partie[3][rang - ouverture] ?? "?"));
const nomDe = (partie, joueur) => noms[partie[joueur - 1]];

function issue(partie) {
  const [, , coups, , gagnant, faute] = partie;
  if (!gagnant) return "partie nulle";
  const fin = faute ? `, ${nomDe(partie, 3 - gagnant)} perd par une faute (${faute})` : ` en ${coups.length} coups`;
  return `${nomDe(partie, gagnant)} gagne${fin}`;
}

function phrase(partie, curseur) {
  const coups = coupsDe(partie);
  const fin = curseur === coups.length ? ` ${issue(partie)}.` : "";
  if (!curseur) return `Début de la partie : ${nomDe(partie, 1)} commence.${fin}`;
  const joueur = 2 - (curseur % 2);
  const { nom } = verdicts[verdictDe(partie, curseur - 1)];
  const qui = curseur <= ouverture ? `Ouverture tirée au sort, ${COULEUR[joueur]}` : `${nomDe(partie, joueur)} (${COULEUR[joueur]})`;
  const juge = curseur <= ouverture ? "" : ` : ${nom}`;
  return `Coup ${curseur} sur ${coups.length}. ${qui} joue colonne ${coups[curseur - 1] + 1}${juge}.${fin}`;
}

function etat(partie, curseur) {
  const coups = coupsDe(partie).slice(0, curseur);
  const colonnes = colonnesApres(coups);
  const gagnantes = alignees(colonnes);
  const x = coups.at(-1);
  return {
    version: curseur, refus: 0, largeur: LARGEUR, hauteur: HAUTEUR, origine: 1, colonnes, jouables: [],
    trait: 1 + (curseur % 2), finie: curseur === partie[2].length, gagnantes,
    dernier: coups.length ? [x, colonnes[x].length - 1] : null,
    statut: phrase(partie, curseur), ton: curseur === partie[2].length ? "fin" : "info",
    joueurs: [1, 2].map((j) => ({ nom: nomDe(partie, j), points: "", humain: false })),
    nulles: 0, barre: [], notes: [], conseils: [], legende: "", suivi: false, details: [], depart: [], coups: [], curseur,
    reflechit: false, copies: [{ nom: "les coups (colonnes 1 à 7)", texte: coups.map((c) => c + 1).join("") }],
  };
}

// --- le plateau du cours, à qui l'on tient lieu de noyau ------------------------------------------------

class Modele {
  constructor() {
    this.ecouteurs = new Map();
    this.comm_live = true;
    this.widget_manager = { get_model: async () => this };
  }
  get(nom) {
    return nom === "etat" ? this.etat : "IPY_MODEL_";
  }
  on(nom, ecouteur) {
    this.ecouteurs.set(nom, ecouteur);
  }
  off(nom) {
    this.ecouteurs.delete(nom);
  }
  send({ action }) {
    if (action === "annuler") relecture.aller(relecture.curseur - 1);
  }
  montrer(etat) {
    this.etat = etat;
    this.ecouteurs.get("change:etat")?.();
  }
}

// --- choisir une partie, la parcourir -------------------------------------------------------------------

class Relecture {
  constructor() {
    this.modele = new Modele();
    this.curseur = 0;
    for (const nom of ["joueur", "contre"]) $(nom).addEventListener("change", () => this.choisir(+$("joueur").value, +$("contre").value));
    $("partie").addEventListener("change", () => this.ouvrir(+$("partie").value));
    for (const bouton of document.querySelectorAll("[data-pas]")) bouton.addEventListener("click", () => this.avancer(bouton.dataset.pas));
    $("relecture").addEventListener("keydown", (evenement) => this.touche(evenement));
    addEventListener("hashchange", () => this.suivreLien());
  }

  touche(evenement) {
    if (evenement.target.matches("select") || evenement.ctrlKey || evenement.metaKey || evenement.altKey) return;
    const pas = { ArrowLeft: "-1", ArrowRight: "1", Home: "debut", End: "fin" }[evenement.key];
    if (!pas) return;
    evenement.preventDefault();
    this.avancer(pas);
    if (evenement.target.closest("#liste")) $("liste").querySelector("[aria-current]").focus();
  }

  avancer(pas) {
    const fin = this.partie[2].length;
    this.aller({ debut: 0, fin }[pas] ?? this.curseur + Number(pas));
  }

  choisir(a, b = -1, rang = 0) {
    const adversaires = noms.map((_, i) => i).filter((i) => i !== a);
    const contre = adversaires.includes(b) ? b : adversaires[0];
    remplir($("joueur"), noms.map((nom, i) => [i, nom]), a);
    remplir($("contre"), adversaires.map((i) => [i, noms[i]]), contre);
    const numeros = parties.flatMap(([p, q], i) => ((p === a && q === contre) || (p === contre && q === a) ? [i] : []));
    const titre = (i, k) => `${k + 1}. ${noms[parties[i][0]]} commence : ${issue(parties[i])}`;
    remplir($("partie"), numeros.map((i, k) => [i, titre(i, k)]), numeros[rang]);
    this.ouvrir(numeros[rang] ?? numeros[0]);
  }

  ouvrir(numero) {
    this.partie = parties[numero];
    if (!this.partie) return; // aucune partie jouée entre ces deux-là
    const coups = coupsDe(this.partie);
    $("liste").replaceChildren(...[null, ...coups].map((x, rang) => this.pas(x, rang)));
    this.aller(Math.min(ouverture, coups.length));
  }

  pas(x, rang) {
    const bouton = document.createElement("button");
    bouton.type = "button";
    bouton.textContent = rang ? `${x + 1} ` : "début";
    if (rang) {
      const lettre = verdictDe(this.partie, rang - 1);
      const marque = Object.assign(document.createElement("span"), { className: `v v-${lettre}`, textContent: verdicts[lettre].signe });
      bouton.append(marque);
      bouton.setAttribute("aria-label", `Coup ${rang}, colonne ${x + 1} : ${verdicts[lettre].nom}`);
    }
    bouton.addEventListener("click", () => this.aller(rang));
    const li = document.createElement("li");
    li.append(bouton);
    return li;
  }

  aller(curseur) {
    this.curseur = Math.max(0, Math.min(curseur, this.partie[2].length));
    [...$("liste").querySelectorAll("button")].forEach((bouton, rang) =>
      rang === this.curseur ? bouton.setAttribute("aria-current", "step") : bouton.removeAttribute("aria-current"),
    );
    this.modele.montrer(etat(this.partie, this.curseur));
  }

  // « #jeu-3-7-2 » : la troisième partie entre les entrées 3 et 7.
  suivreLien() {
    const trouve = location.hash.match(/^#jeu-(\d+)(?:-(\d+))?(?:-(\d+))?$/);
    if (!trouve || !noms[+trouve[1]]) return false;
    this.choisir(+trouve[1], trouve[2] === undefined ? -1 : +trouve[2], +(trouve[3] ?? 0));
    $("parties").scrollIntoView();
    $("joueur").focus({ preventScroll: true });
    return true;
  }
}

function remplir(liste, options, choix) {
  liste.replaceChildren(...options.map(([valeur, texte]) => new Option(texte, valeur, false, valeur === choix)));
}

const relecture = new Relecture();
if (noms.length > 1 && !relecture.suivreLien()) relecture.choisir(0);
if (relecture.partie) await plateau.render({ model: relecture.modele, el: $("plateau") });
