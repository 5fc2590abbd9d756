// Un modèle anywidget minimal, et l'état que Python enverrait.

import { readFile } from "node:fs/promises";

import { JSDOM } from "jsdom";

// Par une adresse data: : le fichier est un module, quoi qu'en pense le package.json voisin.
const source = await readFile(new URL("../../p4core/ecran/plateau/plateau.js", import.meta.url), "utf8");
const plateau = await import(`data:text/javascript,${encodeURIComponent(source)}`);

// Le modèle de la vue et son canal, en un.
export class FauxModele {
  constructor(etat) {
    this.etat = etat;
    this.envois = [];
    this.ecouteurs = new Map();
    this.comm_live = true;
    this.widget_manager = { get_model: async (id) => id === "c" && this };
  }

  get(nom) {
    return { etat: this.etat, canal: "IPY_MODEL_c" }[nom];
  }

  on(nom, ecouteur) {
    this.ecouteurs.set(nom, ecouteur);
  }

  off(nom) {
    this.ecouteurs.delete(nom);
  }

  perdre() {
    this.comm_live = false;
    this.ecouteurs.get("comm_live_update")?.();
  }

  send(message) {
    this.envois.push(message);
  }

  recevoir(changements) {
    this.etat = { ...this.etat, ...changements };
    this.ecouteurs.get("change:etat")?.();
  }
}

export function etatVide(changements = {}) {
  return {
    version: 1,
    refus: 0,
    largeur: 7,
    hauteur: 6,
    origine: 1,
    colonnes: ["", "", "", "", "", "", ""],
    trait: 1,
    finie: false,
    dernier: null,
    gagnantes: [],
    jouables: [0, 1, 2, 3, 4, 5, 6],
    reflechit: false,
    statut: "À vous de jouer (jaune).",
    ton: "info",
    details: [],
    joueurs: [
      { nom: "Vous", points: 0, humain: true },
      { nom: "min-max", points: 0, humain: false },
    ],
    nulles: 0,
    notes: [],
    conseils: [],
    legende: "",
    suivi: false,
    depart: ["", "", "", "", "", "", ""],
    coups: [],
    curseur: 0,
    barre: [
      { action: "annuler", texte: "Annuler", bulle: "Reprendre le dernier coup", icone: "annuler", actif: true, enfonce: null },
      { action: "analyse", texte: "Analyse", bulle: "Noter chaque colonne", icone: "analyse", actif: true, enfonce: false },
    ],
    copies: [{ nom: "la valeur Python", texte: "Position.depuis_coups('')" }],
    ...changements,
  };
}

export async function monter(changements = {}, noyau = undefined) {
  const page = new JSDOM("<!doctype html><html lang='fr'><body></body></html>", { pretendToBeVisual: true, url: "http://localhost/" });
  globalThis.document = page.window.document;
  const modele = new FauxModele(etatVide(changements));
  modele.widget_manager.kernel = noyau;
  const el = page.window.document.createElement("div");
  page.window.document.body.append(el);
  const demonter = await plateau.default.render({ model: modele, el });
  const accueil = modele.envois.splice(0);
  const touche = (cible, key, options = {}) => {
    const evenement = new page.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
    cible.dispatchEvent(evenement);
    return evenement;
  };
  const colonnes = () => [...el.querySelectorAll(".p4-colonne")];
  const pions = () => [...el.querySelectorAll(".p4-grille .p4-pion")].filter((p) => !p.closest(".p4-fantome"));
  const survoler = (x) => colonnes()[x].dispatchEvent(new page.window.Event("pointerenter"));
  return { page, el, modele, accueil, demonter, touche, colonnes, pions, survoler };
}
