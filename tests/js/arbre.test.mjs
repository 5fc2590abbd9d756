import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { JSDOM } from "jsdom";

// Par une adresse data: : le fichier est un module, quoi qu'en pense le package.json voisin.
const source = await readFile(new URL("../../p4core/ecran/arbre/arbre.js", import.meta.url), "utf8");
const arbre = await import(`data:text/javascript,${encodeURIComponent(source)}`);

class FauxModele {
  constructor(etat) {
    this.traits = { etat, ouverts: ["r"], canal: "IPY_MODEL_c" };
    this.widget_manager = { get_model: async (id) => id === "c" && this };
    this.sauves = [];
    this.ecouteurs = new Map();
  }

  get(nom) {
    return this.traits[nom];
  }

  set(nom, valeur) {
    this.traits[nom] = valeur;
  }

  save_changes() {
    this.sauves.push([...this.traits.ouverts]);
  }

  on(nom, ecouteur) {
    this.ecouteurs.set(nom, ecouteur);
  }

  off(nom) {
    this.ecouteurs.delete(nom);
  }

  recevoir(noeuds, autres = {}) {
    this.traits.etat = { ...this.traits.etat, ...autres, noeuds: { ...this.traits.etat.noeuds, ...noeuds } };
    this.ecouteurs.get("change:etat")?.();
  }
}

function noeud(cle, changements = {}) {
  return {
    niveau: cle.split(".").length - 1,
    coup: `x = ${cle.at(-1)}`,
    colonnes: ["100000", "000000", "210000", "000000", "000000", "000000", "000000"],
    trait: 1,
    dernier: [0, 0],
    gagnantes: [],
    role: "min",
    fin: "",
    valeur: "+1",
    depliable: true,
    fils: null,
    ligne: false,
    retenu: false,
    description: `nœud ${cle}`,
    ...changements,
  };
}

const freres = (parent, changements = {}) => {
  const cles = Array.from({ length: 7 }, (_, x) => `${parent}.${x}`);
  return Object.fromEntries(cles.map((cle) => [cle, noeud(cle, changements)]));
};

async function monter() {
  const page = new JSDOM("<!doctype html><html lang='fr'><body></body></html>", { pretendToBeVisual: true });
  globalThis.document = page.window.document;
  const premiers = freres("r");
  premiers["r.2"] = noeud("r.2", { ligne: true, retenu: true, valeur: "+3" });
  premiers["r.6"] = noeud("r.6", { depliable: false, role: "fin", gagnantes: [[0, 0]] });
  const racine = noeud("r", { role: "max", coup: "", dernier: null, fils: Object.keys(premiers), ligne: true, valeur: "+3" });
  const modele = new FauxModele({
    largeur: 7,
    hauteur: 6,
    niveaux: ["▲ MAX", "▼ MIN", "Feuilles"],
    ligne: ["r", "r.2"],
    noeuds: { r: racine, ...premiers },
    statut: "Valeur +3.",
    ton: "info",
    details: [],
  });
  const el = page.window.document.createElement("div");
  page.window.document.body.append(el);
  const demonter = await arbre.default.render({ model: modele, el });
  const item = (cle) => el.querySelector(`[data-cle="${cle}"]`);
  const touche = (key) => {
    const cible = page.window.document.activeElement;
    const evenement = new page.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    cible.dispatchEvent(evenement);
    return evenement;
  };
  const actif = () => page.window.document.activeElement.getAttribute("data-cle");
  const clic = (cle) => item(cle).dispatchEvent(new page.window.MouseEvent("click", { bubbles: true }));
  const bouton = (texte) => [...el.querySelectorAll("button")].find((b) => b.textContent === texte);
  return { page, el, modele, demonter, item, touche, actif, clic, bouton };
}

const FILS_DE_1 = { ...freres("r.1", { depliable: false, role: "feuille" }), "r.1": noeud("r.1", { fils: Object.keys(freres("r.1")) }) };

test("l'arbre s'ouvre-t-il sur la racine et ses fils, chacun étiqueté et situé ?", async () => {
  const { el, item, demonter } = await monter();
  assert.equal(el.querySelectorAll("[role=tree] > [role=treeitem]").length, 8);
  assert.equal(item("r.3").getAttribute("aria-label"), "nœud r.3");
  assert.equal(item("r.3").getAttribute("aria-level"), "2");
  assert.equal(item("r.3").getAttribute("aria-posinset"), "4");
  assert.equal(item("r.3").getAttribute("aria-setsize"), "7");
  assert.equal(item("r").getAttribute("aria-expanded"), "true");
  assert.equal(item("r.3").getAttribute("aria-expanded"), "false");
  assert.equal(item("r.6").hasAttribute("aria-expanded"), false);
  demonter();
});

test("chaque nœud montre-t-il ses pions, sa valeur et son rôle ?", async () => {
  const { item, demonter } = await monter();
  assert.equal(item("r.0").querySelectorAll(".p4a-j1").length, 2);
  assert.equal(item("r.0").querySelectorAll(".p4a-j2").length, 1);
  assert.equal(item("r").querySelector(".p4a-valeur").textContent, "▲ +3");
  assert.equal(item("r.0").querySelector(".p4a-valeur").textContent, "▼ +1");
  assert.equal(item("r.6").querySelector(".p4a-valeur").textContent, "■ +1");
  demonter();
});

test("la meilleure ligne est-elle la seule épaisse, et dessinée par-dessus les autres ?", async () => {
  const { el, demonter } = await monter();
  const liens = [...el.querySelectorAll(".p4a-lien")];
  assert.equal(liens.length, 7);
  assert.deepEqual(liens.map((lien) => lien.classList.contains("p4a-force2")), [false, false, false, false, false, false, true]);
  demonter();
});

test("un clic demande-t-il les fils à Python, puis les montre-t-il ?", async () => {
  const { modele, item, clic, demonter } = await monter();
  clic("r.1");
  assert.deepEqual(modele.sauves, [["r", "r.1"]]);
  assert.equal(item("r.1.0"), null);
  modele.recevoir(FILS_DE_1);
  assert.ok(item("r.1.0"));
  assert.equal(item("r.1").nextSibling, item("r.1.0"));
  clic("r.1");
  assert.equal(item("r.1.0"), null);
  demonter();
});

test("une feuille ou une fin de partie refuse-t-elle de se déplier ?", async () => {
  const { modele, clic, demonter } = await monter();
  clic("r.6");
  assert.deepEqual(modele.sauves, []);
  demonter();
});

test("« calcul… » s'affiche-t-il sur un nœud ouvert dont la valeur n'est pas connue ?", async () => {
  const { modele, item, clic, demonter } = await monter();
  modele.recevoir({ "r.1": noeud("r.1", { valeur: "?" }) });
  clic("r.1");
  assert.equal(item("r.1").querySelector(".p4a-valeur").textContent, "calcul…");
  demonter();
});

test("le clavier parcourt-il l'arbre : flèches, Début, Fin ?", async () => {
  const { item, touche, actif, demonter } = await monter();
  item("r").focus();
  touche("ArrowDown");
  assert.equal(actif(), "r.2"); // le fils retenu d'abord
  touche("ArrowRight");
  assert.equal(actif(), "r.3");
  touche("ArrowLeft");
  touche("ArrowLeft");
  assert.equal(actif(), "r.1");
  touche("End");
  assert.equal(actif(), "r.6");
  touche("ArrowRight");
  assert.equal(actif(), "r.6");
  touche("ArrowUp");
  assert.equal(actif(), "r");
  touche("ArrowUp");
  assert.equal(actif(), "r");
  touche("End");
  touche("Home");
  assert.equal(actif(), "r");
  demonter();
});

test("Entrée et Espace déplient-ils et replient-ils, sans perdre le focus ?", async () => {
  const { modele, item, touche, actif, demonter } = await monter();
  item("r").focus();
  touche("End");
  for (let i = 0; i < 5; i++) touche("ArrowLeft");
  assert.ok(touche("Enter").defaultPrevented);
  modele.recevoir(FILS_DE_1);
  assert.ok(item("r.1.0"));
  assert.equal(actif(), "r.1");
  touche(" ");
  assert.equal(item("r.1.0"), null);
  assert.equal(actif(), "r.1");
  demonter();
});

test("un seul nœud est-il atteint par Tab, et un parent replié reprend-il la main ?", async () => {
  const { el, modele, item, clic, touche, demonter } = await monter();
  const atteints = () => [...el.querySelectorAll("[role=treeitem][tabindex='0']")].map((n) => n.dataset.cle);
  assert.deepEqual(atteints(), ["r"]);
  clic("r.1");
  modele.recevoir(FILS_DE_1);
  touche("ArrowDown");
  assert.deepEqual(atteints(), ["r.1.0"]);
  modele.set("ouverts", ["r"]);
  modele.ecouteurs.get("change:ouverts")();
  assert.deepEqual(atteints(), ["r.1"]);
  assert.ok(item("r.1"));
  demonter();
});

test("les raccourcis du navigateur et les autres touches passent-ils ?", async () => {
  const { item, touche, demonter } = await monter();
  item("r").focus();
  assert.equal(touche("a").defaultPrevented, false);
  assert.equal(touche("Tab").defaultPrevented, false);
  demonter();
});

test("les boutons ouvrent-ils la meilleure ligne et replient-ils tout ?", async () => {
  const { modele, bouton, demonter } = await monter();
  bouton("Meilleure ligne").click();
  assert.deepEqual(modele.get("ouverts"), ["r", "r.2"]);
  bouton("Tout replier").click();
  assert.deepEqual(modele.get("ouverts"), ["r"]);
  demonter();
});

test("l'état et les erreurs de Python s'affichent-ils dans la ligne d'état ?", async () => {
  const { el, modele, demonter } = await monter();
  assert.equal(el.querySelector("[role=status]").textContent, "Valeur +3.");
  modele.recevoir({}, { statut: "« fils » a renvoyé None.", ton: "erreur", details: [{ titre: "Trace", texte: "ligne 3" }] });
  assert.equal(el.querySelector("[role=status]").textContent, "« fils » a renvoyé None.");
  assert.equal(el.querySelector("details pre").textContent, "ligne 3");
  demonter();
});

test("après démontage, plus rien n'écoute-t-il le modèle ?", async () => {
  const { modele, demonter } = await monter();
  demonter();
  assert.equal(modele.ecouteurs.size, 0);
});

test("un seul groupe par niveau tient-il dans sept places, même sous un nœud du bord ?", async () => {
  const etat = { noeuds: { r: { fils: Object.keys(freres("r")) }, ...freres("r"), ...freres("r.0") } };
  etat.noeuds["r.0"] = { fils: Object.keys(freres("r.0")) };
  const rangees = arbre.niveaux(etat, new Set(["r", "r.0"]));
  const { abscisses, total } = arbre.placer(rangees, 100, 700);
  assert.equal(total, 700);
  assert.deepEqual(rangees[2][0].cles.map((cle) => abscisses[cle]), [50, 150, 250, 350, 450, 550, 650]);
});

test("deux groupes d'un même niveau ne se chevauchent-ils jamais ?", async () => {
  const etat = { noeuds: { r: { fils: Object.keys(freres("r")) }, ...freres("r"), ...freres("r.5"), ...freres("r.6") } };
  for (const cle of ["r.5", "r.6"]) etat.noeuds[cle] = { fils: Object.keys(freres(cle)) };
  const { abscisses, total } = arbre.placer(arbre.niveaux(etat, new Set(["r", "r.5", "r.6"])), 100, 700);
  assert.ok(total > 1400);
  assert.ok(abscisses["r.6.0"] - abscisses["r.5.6"] >= 130 - 1e-6);
  assert.ok(abscisses["r.6.6"] <= total - 50 + 1e-6 && abscisses["r.5.0"] >= 50 - 1e-6);
});

test("l'arbre garde-t-il les touches qui couperaient la cellule, et laisse-t-il Tab et Ctrl à la page ?", async () => {
  const { page, item, touche } = await monter();
  const recues = [];
  page.window.document.body.addEventListener("keydown", ({ key }) => recues.push(key));
  item("r").focus();
  for (const key of ["x", "0", "ArrowDown", "Tab"]) touche(key);
  assert.deepEqual(recues, ["Tab"]);
});

test("un arbre que son noyau a quitté le dit-il ?", async () => {
  const { modele, el } = await monter();
  modele.comm_live = false;
  modele.ecouteurs.get("comm_live_update")();
  assert.match(el.querySelector("[role=status]").textContent, /^Le noyau a redémarré.*Exécutez de nouveau/);
});

// --- le film ---------------------------------------------------------------------------------------

const grilleVide = Array(7).fill("000000").join("/");
const appelVu = (parent, coup, entree, sortie, valeur, autres = {}) => ({
  parent, coup, entree, sortie, valeur, nom: `f(${coup})`, grille: grilleVide, dernier: null, gagnantes: [], role: parent < 0 ? "max" : "feuille",
  erreur: false, ligne: 2, lieu: "f", fenetre: "", coupes: 0, epargne: 0, exact: true, souvenir: false, dit: `f(${coup})\u00a0: renvoie ${valeur}`, ...autres,
});

function unFilm(autres = {}) {
  return {
    largeur: 7, hauteur: 6, statut: "", ton: "info", details: [], niveaux: [],
    film: {
      nom: "f", resume: "f\u00a0: 3 appels.", fautif: 2, phrase: "Ici, on attend 1.", comptes: {}, coupes: false,
      appels: [appelVu(-1, "racine", 1, 6, "+4"), appelVu(0, "x = 0", 2, 3, "−1"), appelVu(0, "x = 1", 4, 5, "+4", { ligne: 3 })],
      sources: { f: [1, ["def f(n):", "    f(n - 1)", "    f(n - 2)"]] },
      ...autres,
    },
  };
}

async function monterFilm(autres) {
  const dom = new JSDOM("<main></main>");
  Object.assign(globalThis, { document: dom.window.document, window: dom.window });
  const modele = new FauxModele(unFilm(autres));
  const el = dom.window.document.querySelector("main");
  const demonter = await arbre.default.render({ model: modele, el });
  const bouton = (nom) => [...el.querySelectorAll("button")].find(({ textContent }) => textContent.includes(nom));
  const cles = () => [...el.querySelectorAll("[role=treeitem]")].map(({ dataset }) => dataset.cle);
  const valeur = (cle) => el.querySelector(`[data-cle="${cle}"] .p4a-valeur`).textContent;
  const touche = (key, cible = el.querySelector(".p4-film")) =>
    cible.dispatchEvent(new dom.window.KeyboardEvent("keydown", { key, bubbles: true }));
  return { el, dom, bouton, cles, valeur, touche, demonter, statut: () => el.querySelector("[role=status]").textContent };
}

test("le film s'ouvre sur le premier appel incohérent, et le dit", async () => {
  const { el, cles, valeur, statut } = await monterFilm();
  assert.equal(statut(), "Ici, on attend 1.");
  assert.deepEqual(cles(), ["r", "r.0", "r.1"]);
  assert.equal(valeur("r"), "▲ …");
  assert.equal(valeur("r.1"), "+4");
  assert.ok(el.querySelector('[data-cle="r.1"]').classList.contains("p4f-fautif"));
  assert.equal(el.querySelector("[aria-current=step]").textContent, "    f(n - 2)");
});

test("un nœud paraît quand il est appelé, sa valeur quand il répond", async () => {
  const { bouton, cles, valeur, el } = await monterFilm();
  bouton("Début").click();
  assert.deepEqual(cles(), ["r"]);
  bouton("Pas ▶").click();
  assert.deepEqual(cles(), ["r", "r.0"]);
  assert.equal(valeur("r.0"), "…");
  assert.equal(el.querySelectorAll(".p4f-pile li").length, 2);
  bouton("Pas ▶").click();
  assert.equal(valeur("r.0"), "−1");
  bouton("◀ Pas").click();
  assert.equal(valeur("r.0"), "…");
  bouton("Fin").click();
  assert.equal(valeur("r"), "▲ +4");
});

test("le curseur mène à tout instant, et dit lequel", async () => {
  const { el, dom, cles } = await monterFilm();
  const curseur = el.querySelector("input[type=range]");
  assert.equal(curseur.max, "5");
  curseur.value = "1";
  curseur.dispatchEvent(new dom.window.Event("input"));
  assert.deepEqual(cles(), ["r", "r.0"]);
  assert.match(curseur.getAttribute("aria-valuetext"), /Pas 2 sur 6.*appel de f\(x = 0\)/);
});

test("le clavier suffit : avancer, reculer, replier, aller à la faute", async () => {
  const { el, touche, cles, statut } = await monterFilm();
  touche("b");
  assert.match(statut(), /Pas 4 sur 6/);
  touche("n");
  assert.equal(statut(), "Ici, on attend 1.");
  touche("Enter", el.querySelector('[data-cle="r"]'));
  assert.ok(cles().length >= 1);
  touche("i");
  assert.equal(el.ownerDocument.activeElement.dataset.cle, "r.1");
});

const gris = (parent, coup, instant, valeur, autres = {}) => ({
  ...appelVu(parent, coup, instant, instant, valeur), gris: true, dessous: 0, exact: true, dit: `Branche coupée, ${coup}`, ...autres,
});

function alphabeta(autres = {}) {
  const appels = [
    appelVu(-1, "racine", 1, 4, "+4", { fenetre: "[−∞ ; ∞]" }),
    appelVu(0, "x = 0", 2, 3, "−1", { fenetre: "[−∞ ; 2]", coupes: 2, epargne: 14, ...autres }),
    gris(1, "x = 1", 3, "+3", { dessous: 6 }),
    gris(1, "x = 2", 3, "+5", { dessous: 6 }),
    gris(2, "x = 0", 3, "−2"),
  ];
  return monterFilm({ appels, fautif: null, coupes: true });
}

test("une recherche alpha-bêta : fenêtres, coupes, ce qu'elles épargnent", async () => {
  const { el, bouton } = await alphabeta();
  assert.match(el.querySelector(".p4f-compteur").textContent, /Appels\u00a0: 2 ; .*branches coupées\u00a0: 2 \(14 positions épargnées\)$/);
  assert.equal(bouton("incohérent"), undefined);
  bouton("◀ Pas").click();
  assert.deepEqual([...el.querySelectorAll('[data-cle="r.0"] .p4f-note')].map((n) => n.textContent), ["[−∞ ; 2]", "✂ −14"]);
  assert.equal(el.querySelectorAll(".p4f-coupe").length, 2);
  assert.equal(el.querySelectorAll(".p4f-gris").length, 0);
});

test("sans les coupes, voit-on ce qu'un min-max aurait exploré de plus, et le compte des deux ?", async () => {
  const { el, bouton, touche } = await alphabeta();
  bouton("Sans les coupes").click();
  assert.equal(bouton("Sans les coupes").getAttribute("aria-pressed"), "true");
  assert.match(el.querySelector(".p4f-compteur").textContent, /sans les coupes\u00a0: 16 appels au lieu de 2$/);
  const grises = () => [...el.querySelectorAll(".p4f-gris")].map((n) => n.dataset.cle);
  assert.deepEqual(grises(), ["r.0.0", "r.0.1"]);
  assert.equal(el.querySelectorAll(".p4f-coupe").length, 0);
  const premiere = el.querySelector('[data-cle="r.0.0"]');
  assert.match(premiere.getAttribute("aria-label"), /^Branche coupée/);
  assert.equal(el.querySelector('[data-cle="r.0.1"] .p4f-note').textContent, "+6"); // le dessous n'est pas dessiné
  premiere.dispatchEvent(new (el.ownerDocument.defaultView.MouseEvent)("click", { bubbles: true }));
  assert.deepEqual(grises(), ["r.0.0", "r.0.0.0", "r.0.1"]);
  assert.equal(el.querySelectorAll(".p4f-pile li").length, 1); // personne n'a appelé ces branches
  touche("c");
  assert.deepEqual(grises(), []);
});

test("avant que l'appel n'ait fini, ce qu'il coupera ne se voit pas ; un compte incomplet le dit", async () => {
  const { el, bouton } = await alphabeta({ exact: false });
  bouton("Sans les coupes").click();
  assert.match(el.querySelector(".p4f-compteur").textContent, /\(au moins 14 .*au moins 16 appels/);
  bouton("Début").click();
  bouton("Pas ▶").click();
  assert.equal(el.querySelectorAll(".p4f-gris").length, 0);
});

test("la ligne d'où part un appel reçoit-elle sa valeur quand il finit ?", async () => {
  const { el, bouton } = await monterFilm();
  bouton("Début").click();
  bouton("Pas ▶").click();
  const ligne = () => el.querySelector("[aria-current=step]");
  const appel = ligne().textContent;
  assert.equal(ligne().dataset.recu, undefined);
  while (!ligne()?.dataset.recu) bouton("Pas ▶").click();
  assert.equal(ligne().textContent, appel);
});

test("sans plateau, un appel est un carton ; démonté, le film s'arrête", async () => {
  const { el, bouton, demonter } = await monterFilm({ appels: [appelVu(-1, "4", 1, 2, "3", { grille: "", role: "appel" })], fautif: null });
  assert.equal(el.querySelectorAll(".p4a-carton").length, 1);
  bouton("Lecture").click();
  assert.match(bouton("Pause").textContent, /Pause/);
  demonter();
  assert.match(bouton("Lecture").textContent, /Lecture/);
});
