// Le plateau sans noyau : la même vue (plateau.js), et à la place de Python une partie tenue ici.
// « Partie » publie le même état que p4core/ecran/plateau/vue.py et obéit aux mêmes actions : un essai les compare.

import { Livre, Noyau, Solveur, jouables, jouer, meilleures, position } from "./noyau.mjs";

const COULEURS = { 1: "jaune", 2: "rouge" };
const VOUS = "Vous";
const HUMAIN = "humain";
// Les adversaires, dans l'ordre du menu : leur nom, et le numéro de leurs règles dans le module.
const MACHINES = new Map([
  ["hasard", { nom: "hasard", numero: 0 }],
  ["1.1", { nom: "IA 1.1", numero: 1 }],
  ["1.2", { nom: "IA 1.2", numero: 2 }],
  ["1.3", { nom: "IA 1.3", numero: 3 }],
  ["1.4", { nom: "IA 1.4", numero: 4 }],
  ["2", { nom: "IA 2", numero: 5 }],
  ["3", { nom: "IA 3", numero: 6 }],
  ["parfait", { nom: "parfait" }],
]);
const CADENCE = 250; // ms avant la réponse d'une machine : assez pour voir tomber son propre pion

// L'espace insécable de la typographie française.
const composer = (phrase) => phrase.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");
const signee = (note) => (note ? `${note > 0 ? "+" : "−"}${Math.abs(note)}` : "0");
const quantite = (n, nom) => `${n} ${nom}${n > 1 ? "s" : ""}`;
const hasard = (choix) => choix[Math.floor(Math.random() * choix.length)];

// --- ce qui pense : le module et le livre, chargés au premier besoin et une fois par page ---------

export class Ressources {
  constructor(module, livre) {
    this.lire = { module, livre }; // deux fonctions qui rendent des octets
  }

  noyau() {
    this.charge ??= Noyau.charger(this.lire.module());
    return this.charge;
  }

  async solveur() {
    this.ouvert ??= new Livre(this.lire.livre());
    return new Solveur(await this.noyau(), this.ouvert);
  }
}

// --- la partie -------------------------------------------------------------------------------------

export class Partie {
  // joueurs : deux genres (« humain », « hasard », « 1.1 »…) ; depart : une position ; coups : ceux déjà joués.
  constructor({ joueurs = [HUMAIN, "parfait"], premier = 0, depart = {}, coups = [], origine = 1, noms = null, cadence = CADENCE }, ressources) {
    Object.assign(this, { ressources, origine, cadence, joueurs: [...joueurs], premier, commence: premier });
    this.noms = noms ?? this.nomsParDefaut();
    this.victoires = [0, 0];
    this.nulles = 0;
    this.version = this.refus = 0;
    this.suivi = this.enPause = false;
    this.ouvrir(position(depart), coups);
    this.ecouteurs = new Set();
    this.enPause = !this.joueurs.includes(HUMAIN); // deux machines attendent qu'on les regarde
  }

  nomsParDefaut() {
    const [a, b] = this.joueurs;
    const personne = (a === HUMAIN) === (b === HUMAIN) ? ["Joueur A", "Joueur B"] : [VOUS, VOUS];
    const noms = this.joueurs.map((genre, rang) => MACHINES.get(genre)?.nom ?? personne[rang]);
    return noms[0] === noms[1] ? [`${noms[0]} A`, `${noms[1]} B`] : noms;
  }

  ouvrir(depart, coups = []) {
    this.positions = [depart];
    for (const x of coups) this.positions.push(jouer(this.positions.at(-1), x));
    this.coups = [...coups];
    this.curseur = coups.length;
    this.resultat = null;
    this.oublier();
    this.conclure();
  }

  // --- ce que l'on voit ---

  get position() {
    return this.positions[this.curseur];
  }

  get finie() {
    return this.position.finie;
  }

  get trait() {
    return this.position.trait;
  }

  // Le rang du participant qui porte ces pions.
  rang(joueur) {
    return (joueur - 1 + this.premier) % 2;
  }

  nom(joueur) {
    return this.noms[this.rang(joueur)];
  }

  humain(joueur) {
    return this.joueurs[this.rang(joueur)] === HUMAIN;
  }

  get tourMachine() {
    return !this.finie && !this.enPause && !this.humain(this.trait);
  }

  // Le solveur ne connaît que la grille du livre.
  get resoluble() {
    const { largeur, hauteur, aligner } = this.position;
    return largeur === 7 && hauteur === 6 && aligner === 4;
  }

  // --- ce que l'on fait ---

  changer() {
    this.version++;
    this.oublier();
    this.conclure();
    this.publier();
    this.reflechir(this.version);
  }

  oublier() {
    this.notes = this.conseils = null;
    this.panne = "";
    this.solveurEnCours?.arreter();
  }

  conclure() {
    if (this.curseur === this.coups.length) this.resultat = this.finie ? this.position.gagnant : null;
  }

  recevoir({ action, ...message }) {
    const actions = {
      jouer: () => this.clic(message),
      nouvelle: () => this.nouvelle(),
      annuler: () => this.deplacer(this.avant()),
      refaire: () => this.deplacer(this.apres()),
      aller: () => this.deplacer(message.nombre),
      pause: () => this.suspendre(!this.enPause),
      conseil: () => this.analyser(this.version),
      analyse: () => this.basculer(),
    };
    actions[action]?.();
  }

  clic({ x, version }) {
    if (version !== this.version || this.tourMachine || !jouables(this.position).includes(x)) {
      this.refus++;
      return this.publier();
    }
    this.poser(x);
  }

  poser(x) {
    this.positions.splice(this.curseur + 1, Infinity, jouer(this.position, x));
    this.coups.splice(this.curseur, Infinity, x);
    this.curseur++;
    this.changer();
  }

  deplacer(nombre) {
    if (nombre === null) return;
    this.curseur = Math.max(0, Math.min(nombre, this.coups.length));
    // Sans cette pause, une machine au trait rejouerait aussitôt par-dessus les coups repris.
    this.enPause = !this.finie && !this.humain(this.trait);
    this.changer();
  }

  // Avant le dernier coup d'une personne (ou d'un coup en arrière entre machines) ; null s'il n'y en a pas.
  avant() {
    return this.chercher(Array.from({ length: this.curseur }, (_, i) => this.curseur - 1 - i), null);
  }

  apres() {
    const rangs = Array.from({ length: this.coups.length - this.curseur }, (_, i) => this.curseur + 1 + i);
    return rangs.length ? this.chercher(rangs, rangs.at(-1)) : null;
  }

  chercher(rangs, sinon) {
    if (!this.joueurs.includes(HUMAIN)) return rangs[0] ?? null;
    return rangs.find((k) => this.humain(this.positions[k].trait)) ?? sinon;
  }

  nouvelle() {
    if (this.resultat === 0) this.nulles++;
    else if (this.resultat) this.victoires[this.rang(this.resultat)]++;
    this.premier = this.commence;
    const { largeur, hauteur, aligner } = this.position;
    this.ouvrir(position({ largeur, hauteur, aligner }));
    this.enPause = false;
    this.changer();
  }

  suspendre(pause) {
    this.enPause = pause;
    this.changer();
  }

  // Change d'adversaire, tout de suite ; qui commence vaut tout de suite si rien n'est joué.
  regler({ adversaire = this.joueurs[1], commence = this.commence }) {
    this.joueurs[1] = adversaire;
    this.noms = this.nomsParDefaut();
    this.commence = commence;
    this.enPause = false;
    if (!this.coups.length && !this.positions[0].nombre) this.premier = commence;
    this.changer();
  }

  // --- ce qui pense, sans jamais bloquer la page ---

  async reflechir(version) {
    if (this.tourMachine) {
      const genre = this.joueurs[this.rang(this.trait)];
      await new Promise((suite) => setTimeout(suite, this.cadence));
      if (version !== this.version) return;
      const x = await this.tenter(() => this.choisir(genre));
      if (version === this.version && x !== undefined) this.poser(x);
    } else if (this.suivi && !this.finie) await this.analyser(version);
  }

  async choisir(genre) {
    if (genre === "hasard") return hasard(jouables(this.position));
    if (genre !== "parfait") return hasard((await this.ressources.noyau()).candidats(MACHINES.get(genre).numero, this.position));
    const notes = await this.resoudre();
    return notes ? hasard(meilleures(notes)) : undefined;
  }

  async resoudre() {
    const p = this.position;
    this.solveurEnCours ??= await this.ressources.solveur();
    return p === this.position ? this.solveurEnCours.scores(p) : null;
  }

  async analyser(version) {
    if (this.finie || !this.resoluble) return;
    const notes = await this.tenter(() => this.resoudre());
    if (version !== this.version || !notes) return;
    this.notes = notes;
    this.conseils = meilleures(notes);
    this.publier();
  }

  basculer() {
    this.suivi = !this.suivi;
    if (this.suivi) return this.changer();
    this.oublier();
    this.publier();
  }

  // Une machine qui ne peut pas répondre (un navigateur sans WebAssembly) le dit et rend la main.
  async tenter(action) {
    try {
      return await action();
    } catch (erreur) {
      this.enPause = true;
      this.panne = `Ce navigateur n'a pas pu calculer (${erreur.message}). Rien n'est perdu : jouez à sa place, ou contre le hasard.`;
      this.publier();
      return undefined;
    }
  }

  // --- l'état que montre la vue ---

  publier() {
    for (const ecouteur of this.ecouteurs) ecouteur();
  }

  get etat() {
    const p = this.position;
    const [statut, ton] = this.phrase();
    return {
      version: this.version,
      refus: this.refus,
      largeur: p.largeur,
      hauteur: p.hauteur,
      colonnes: p.colonnes,
      trait: p.trait,
      finie: p.finie,
      dernier: p.dernier === null ? null : [p.dernier, p.colonnes[p.dernier].length - 1],
      gagnantes: p.gagnantes,
      origine: this.origine,
      jouables: this.tourMachine ? [] : jouables(p),
      reflechit: this.tourMachine,
      statut: composer(statut),
      ton,
      details: [],
      joueurs: [1, 2].map((j) => ({ nom: this.nom(j), points: this.points(j), humain: this.humain(j) })),
      nulles: this.nulles + (this.resultat === 0),
      notes: this.notes ? this.notesMontrees() : [],
      conseils: this.conseils ?? [],
      legende: this.notes ? composer(this.legende()) : "",
      suivi: this.suivi,
      depart: this.positions[0].colonnes,
      coups: [...this.coups],
      curseur: this.curseur,
      copies: this.copies(),
      barre: this.barre(),
    };
  }

  points(joueur) {
    return this.victoires[this.rang(joueur)] + (this.resultat === joueur);
  }

  numero(x) {
    return x + this.origine;
  }

  notesMontrees() {
    return Array.from({ length: this.position.largeur }, (_, x) =>
      x in this.notes ? { texte: signee(this.notes[x]), signe: Math.sign(this.notes[x]) } : null,
    );
  }

  copies() {
    if (this.origine !== 1 || this.positions[0].nombre) return [];
    const coups = this.coups.slice(0, this.curseur).map((x) => x + 1);
    const separateur = this.position.largeur > 9 ? " " : "";
    return coups.length ? [{ nom: `les coups (colonnes 1 à ${this.position.largeur})`, texte: coups.join(separateur) }] : [];
  }

  barre() {
    const libre = !this.finie && !this.tourMachine;
    const bouton = (action, texte, bulle, actif = true, enfonce = null, icone = action) => ({ action, icone, texte, bulle, actif, enfonce });
    const [texte, icone] = this.enPause ? ["Continuer", "lecture"] : ["Pause", "pause"];
    const pause = bouton("pause", texte, "Suspendre ou relancer les machines", !this.finie, null, icone);
    const sur = this.resoluble ? "" : " : sur la grille 7 × 6 seulement";
    return [
      bouton("nouvelle", "Nouvelle partie", "Commencer une autre partie"),
      bouton("annuler", "Annuler", "Reprendre le dernier coup et la réponse (Retour arrière)", this.avant() !== null),
      bouton("refaire", "Refaire", "Rejouer ce qui vient d'être repris", this.apres() !== null),
      ...(this.enPause || !this.joueurs.includes(HUMAIN) ? [pause] : []),
      bouton("conseil", "Conseil", `Montrer le coup conseillé${sur}`, libre && this.resoluble),
      bouton("analyse", "Analyse", `Noter chaque colonne selon le solveur exact${sur}`, libre && this.resoluble, this.suivi),
    ];
  }

  // --- les phrases ---

  phrase() {
    if (this.panne) return [this.panne, "erreur"];
    if (this.finie) return [this.fin(), "fin"];
    const dernier = this.dernierCoup();
    if (this.tourMachine) return [`${dernier}${this.nom(this.trait)} réfléchit…`, "attente"];
    const total = this.coups.length;
    const debut = this.curseur < total ? `Coup ${this.curseur} sur ${total}. ` : dernier;
    if (this.enPause && !this.humain(this.trait)) return [`${debut}En pause : c'est à ${this.nom(this.trait)} de jouer.`, "info"];
    return [`${debut}${this.tour()}${this.conseil()}`, "info"];
  }

  fin() {
    const { gagnant, nombre } = this.position;
    if (!gagnant) return "Partie nulle : la grille est pleine.";
    const nom = this.nom(gagnant);
    return `${nom} ${nom === VOUS ? "gagnez" : "gagne"} (${COULEURS[gagnant]}) en ${nombre} coups !`;
  }

  dernierCoup() {
    const { dernier, trait } = this.position;
    if (dernier === null) return "";
    const nom = this.nom(3 - trait);
    return `${nom} ${nom === VOUS ? "avez joué" : "a joué"} colonne ${this.numero(dernier)}. `;
  }

  tour() {
    const nom = this.nom(this.trait);
    return `À ${nom === VOUS ? "vous" : nom} de jouer (${COULEURS[this.trait]}).`;
  }

  conseil() {
    const conseils = this.conseils ?? [];
    if (!conseils.length) return "";
    const s = conseils.length > 1 ? "s" : "";
    const numeros = conseils.map((x) => this.numero(x));
    const [debut, dernier] = [numeros.slice(0, -1).join(", "), numeros.at(-1)];
    return ` Coup${s} conseillé${s} par le solveur : colonne${s} ${debut ? `${debut} ou ` : ""}${dernier}.`;
  }

  legende() {
    const notes = Object.values(this.notes);
    const extremes = [...new Set([Math.max(...notes), Math.min(...notes)])];
    return `Notes exactes, pour qui doit jouer. ${extremes.map((note) => this.expliquer(note)).join(" ")}`;
  }

  // Qui gagne, et combien de pions il pose encore si personne ne se trompe.
  expliquer(note) {
    if (!note) return "0 : partie nulle.";
    const p = this.position;
    const rang = p.nombre + (note < 0); // celui du premier pion que posera le gagnant
    const dernier = p.largeur * p.hauteur - 2 * Math.abs(note);
    const pions = Math.floor((dernier + ((dernier + rang) % 2) - rang) / 2) + 1;
    return `${signee(note)} : ${note > 0 ? "on gagne" : "l'adversaire gagne"} en posant encore ${quantite(pions, "pion")}.`;
  }
}

// --- dans une page : chaque emplacement devient un plateau -----------------------------------------

// Ce que la vue attend d'un modèle d'anywidget et de son canal.
class Modele {
  constructor(partie) {
    this.partie = partie;
    this.widget_manager = { get_model: async () => this };
    this.ecouteurs = new Map();
  }

  get(nom) {
    return nom === "etat" ? this.partie.etat : "IPY_MODEL_";
  }

  on(nom, ecouteur) {
    this.ecouteurs.set(nom, ecouteur);
    if (nom === "change:etat") this.partie.ecouteurs.add(ecouteur);
  }

  off(nom) {
    this.partie.ecouteurs.delete(this.ecouteurs.get(nom));
  }

  // Plus tard : la vue finit d'abord de peindre le clic qu'elle envoie.
  send(message) {
    queueMicrotask(() => this.partie.recevoir(message));
  }
}

function choix(titre, options, choisi, changer) {
  const menu = document.createElement("select");
  menu.setAttribute("aria-label", titre);
  for (const [valeur, texte] of options) menu.append(new Option(texte, valeur, false, valeur === String(choisi)));
  menu.addEventListener("change", () => changer(menu.value));
  const etiquette = document.createElement("label");
  etiquette.append(`${titre} `, menu);
  return etiquette;
}

// Qui joue contre vous, et qui commence ; rien à régler entre deux machines ou deux personnes nommées d'avance.
function reglages(partie) {
  const permis = [...MACHINES].filter(([genre]) => genre !== "parfait" || partie.resoluble);
  const genres = [...permis.map(([genre, { nom }]) => [genre, nom]), [HUMAIN, "une personne"]];
  const ligne = document.createElement("div");
  ligne.className = "p4-reglages";
  ligne.append(
    choix("Adversaire", genres, partie.joueurs[1], (adversaire) => partie.regler({ adversaire })),
    choix("Commence", [["0", "vous"], ["1", "l'adversaire"]], partie.commence, (rang) => partie.regler({ commence: Number(rang) })),
  );
  return ligne;
}

// Remplace l'image fixe d'un emplacement par un plateau ; `plateau` est le module de la vue.
export async function monter(lieu, plateau, ressources) {
  const partie = new Partie(JSON.parse(lieu.dataset.partie || "{}"), ressources);
  const el = document.createElement("div");
  await plateau.render({ model: new Modele(partie), el });
  if (partie.joueurs[0] === HUMAIN) el.querySelector(".p4").append(reglages(partie));
  lieu.replaceChildren(el);
  partie.reflechir(partie.version);
  return partie;
}

export function toutMonter(plateau, ressources) {
  for (const lieu of document.querySelectorAll(".p4-autonome:not([data-monte])")) {
    lieu.dataset.monte = "";
    monter(lieu, plateau, ressources);
  }
}
