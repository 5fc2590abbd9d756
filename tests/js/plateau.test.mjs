import assert from "node:assert/strict";
import { test } from "node:test";

import { monter } from "./faux_modele.mjs";

test("la grille a-t-elle un bouton et un numéro par colonne, et autant de trous que de cases ?", async () => {
  const { el, colonnes } = await monter();
  assert.equal(colonnes().length, 7);
  assert.deepEqual([...el.querySelectorAll(".p4-numero")].map((n) => n.textContent), ["1", "2", "3", "4", "5", "6", "7"]);
  assert.equal(el.querySelectorAll("mask circle").length, 42);
});

test("là où le TP compte à partir de 0, tout ce qui nomme une colonne compte-t-il à partir de 0 ?", async () => {
  const colonnesPleines = ["12", "", "121212", "", "", "", ""];
  const { el, colonnes } = await monter({ origine: 0, colonnes: colonnesPleines, jouables: [0, 1, 3, 4, 5, 6], coups: [3, 0], curseur: 2 });
  assert.deepEqual([...el.querySelectorAll(".p4-numero")].map((n) => n.textContent), ["0", "1", "2", "3", "4", "5", "6"]);
  assert.equal(colonnes()[0].getAttribute("aria-label"), "Colonne 0, de bas en haut : jaune, rouge");
  assert.match(colonnes()[2].getAttribute("aria-label"), /^Colonne 2, pleine/);
  const pas = [...el.querySelectorAll(".p4-pas")];
  assert.deepEqual(pas.map((p) => p.textContent), ["début", "3", "0"]);
  assert.deepEqual(pas.slice(1).map((p) => p.getAttribute("aria-label")), ["Coup 1 : colonne 3", "Coup 2 : colonne 0"]);
  assert.match(el.querySelector(".p4-colonnes").getAttribute("aria-label"), /chiffres 0 à 6 pour jouer/);
  colonnes()[2].click();
  assert.match(el.querySelector("[role=status]").textContent, /^La colonne 2 est pleine\./);
});

test("les touches 0 à 6 jouent-elles là où l'on compte à partir de 0, et 7 dit-il pourquoi il ne joue pas ?", async () => {
  for (const [touche, x] of [["0", 0], ["6", 6]]) {
    const vue = await monter({ origine: 0 });
    assert.ok(vue.touche(vue.colonnes()[3], touche).defaultPrevented);
    assert.deepEqual(vue.modele.envois, [{ action: "jouer", x, version: 1 }]);
  }
  const { modele, colonnes, touche, el } = await monter({ origine: 0 });
  touche(colonnes()[3], "7");
  assert.equal(modele.envois.length, 0);
  assert.match(el.querySelector("[role=status]").textContent, /^Il n'y a pas de colonne 7\u00a0: elles vont de 0 à 6\. À vous/);
});

test("un chiffre qui ne joue rien reste-t-il au plateau : 0 deux fois redémarrerait le noyau ?", async () => {
  const { modele, colonnes, touche, el } = await monter();
  for (const chiffre of ["0", "8", "9"]) assert.ok(touche(colonnes()[3], chiffre).defaultPrevented);
  assert.equal(modele.envois.length, 0);
  assert.match(el.querySelector("[role=status]").textContent, /^Il n'y a pas de colonne 9\u00a0: elles vont de 1 à 7\./);
});

test("les numéros suivent-ils l'état, même en cours de route ?", async () => {
  const { modele, el } = await monter({ largeur: 4, colonnes: ["1", "", "", ""], jouables: [0, 1, 2, 3] });
  modele.recevoir({ origine: 0 });
  assert.deepEqual([...el.querySelectorAll(".p4-numero")].map((n) => n.textContent), ["0", "1", "2", "3"]);
  assert.match(el.querySelector(".p4-colonnes").getAttribute("aria-label"), /chiffres 0 à 3 pour jouer/);
  assert.equal(el.querySelectorAll(".p4-grille .p4-pion").length, 1);
});

test("une autre taille de grille est-elle suivie, même en cours de route ?", async () => {
  const { modele, colonnes, el } = await monter();
  modele.recevoir({ largeur: 4, hauteur: 3, colonnes: ["", "", "", ""], jouables: [0, 1, 2, 3] });
  assert.equal(colonnes().length, 4);
  assert.equal(el.querySelectorAll("mask circle").length, 12);
});

test("un clic peint-il le pion aussitôt et l'envoie-t-il à Python ?", async () => {
  const { modele, colonnes, pions } = await monter();
  colonnes()[3].click();
  assert.equal(pions().length, 1);
  assert.ok(pions()[0].classList.contains("p4-j1"));
  assert.deepEqual(modele.envois, [{ action: "jouer", x: 3, version: 1 }]);
});

test("une rafale de clics ne joue-t-elle qu'un coup ?", async () => {
  const { modele, colonnes, pions } = await monter();
  for (const x of [3, 3, 2, 5]) colonnes()[x].click();
  assert.ok(colonnes().every((bouton) => bouton.getAttribute("aria-disabled") === "true"));
  assert.equal(modele.envois.length, 1);
  assert.equal(pions().length, 1);
});

test("le pion accepté par Python reste-t-il le même, sans être peint deux fois ?", async () => {
  const { modele, colonnes, pions } = await monter();
  colonnes()[3].click();
  const peint = pions()[0];
  modele.recevoir({ version: 2, colonnes: ["", "", "", "1", "", "", ""], trait: 2, dernier: [3, 0], jouables: [] });
  assert.deepEqual(pions(), [peint]);
});

test("un état intermédiaire n'efface-t-il pas le pion en attente ?", async () => {
  const { modele, colonnes, pions } = await monter();
  colonnes()[3].click();
  modele.recevoir({ statut: "autre chose" });
  assert.equal(pions().length, 1);
  colonnes()[4].click();
  assert.equal(modele.envois.length, 1);
});

test("un refus de Python efface-t-il le pion et rend-il la main ?", async () => {
  const { modele, colonnes, pions, el } = await monter();
  colonnes()[3].click();
  modele.recevoir({ refus: 1, statut: "Colonne refusée.", ton: "alerte" });
  assert.equal(pions().length, 0);
  assert.equal(el.querySelector("[role=status]").textContent, "Colonne refusée.");
  colonnes()[4].click();
  assert.equal(modele.envois.length, 2);
});

test("cliquer pendant que la machine réfléchit ne joue-t-il rien ?", async () => {
  const { modele, colonnes, pions } = await monter({ jouables: [], reflechit: true });
  colonnes()[3].click();
  assert.equal(modele.envois.length, 0);
  assert.equal(pions().length, 0);
});

test("une colonne pleine est-elle refusée en le disant, au clic comme au clavier ?", async () => {
  const pleine = { colonnes: ["121212", "", "", "", "", "", ""], jouables: [1, 2, 3, 4, 5, 6], statut: "À vous de jouer." };
  for (const jouer of [({ colonnes }) => colonnes()[0].click(), ({ colonnes, touche }) => touche(colonnes()[3], "1")]) {
    const vue = await monter(pleine);
    jouer(vue);
    assert.equal(vue.modele.envois.filter((envoi) => envoi.action === "jouer").length, 0);
    assert.equal(vue.el.querySelector("[role=status]").textContent, "La colonne 1 est pleine. À vous de jouer.");
    vue.modele.recevoir({ statut: "Autre chose." });
    assert.equal(vue.el.querySelector("[role=status]").textContent, "Autre chose.");
  }
});

test("une fois la partie finie, un clic dans une colonne pleine ne change-t-il pas la ligne d'état ?", async () => {
  const { colonnes, el } = await monter({ colonnes: ["121212", "", "", "", "", "", ""], jouables: [], statut: "Ada gagne." });
  colonnes()[0].click();
  assert.equal(el.querySelector("[role=status]").textContent, "Ada gagne.");
});

test("le clavier choisit-il une colonne aux flèches et joue-t-il avec Entrée ?", async () => {
  const { modele, colonnes, touche, page } = await monter();
  colonnes()[3].focus();
  touche(colonnes()[3], "ArrowRight");
  assert.equal(page.window.document.activeElement, colonnes()[4]);
  touche(colonnes()[4], "ArrowLeft");
  touche(colonnes()[3], "ArrowLeft");
  const evenement = touche(colonnes()[2], "Enter");
  assert.deepEqual(modele.envois, [{ action: "jouer", x: 2, version: 1 }]);
  assert.ok(evenement.defaultPrevented);
});

test("les flèches s'arrêtent-elles au bord ?", async () => {
  const { colonnes, touche, page } = await monter();
  colonnes()[0].focus();
  touche(colonnes()[0], "ArrowLeft");
  assert.equal(page.window.document.activeElement, colonnes()[0]);
  touche(colonnes()[0], "End");
  touche(colonnes()[6], "ArrowRight");
  assert.equal(page.window.document.activeElement, colonnes()[6]);
});

test("les chiffres jouent-ils, et seulement ceux de la grille ?", async () => {
  const { modele, colonnes, touche } = await monter();
  touche(colonnes()[0], "8");
  assert.equal(modele.envois.length, 0);
  touche(colonnes()[0], "7");
  assert.deepEqual(modele.envois, [{ action: "jouer", x: 6, version: 1 }]);
});

test("Retour arrière annule-t-il ?", async () => {
  const { modele, colonnes, touche } = await monter();
  touche(colonnes()[0], "Backspace");
  assert.deepEqual(modele.envois, [{ action: "annuler" }]);
});

test("les touches du plateau restent-elles au plateau, et les raccourcis Ctrl à JupyterLab ?", async () => {
  const { el, modele, colonnes, touche } = await monter();
  const vues = [];
  el.parentNode.addEventListener("keydown", (evenement) => vues.push(evenement.key));
  touche(colonnes()[0], "1");
  touche(colonnes()[0], "s", { ctrlKey: true });
  touche(colonnes()[0], "1", { ctrlKey: true });
  assert.deepEqual(vues, ["s", "1"]);
  assert.equal(modele.envois.length, 1);
});

test("le fantôme suit-il le pointeur, et disparaît-il quand on ne peut pas jouer ?", async () => {
  const { el, modele, survoler } = await monter();
  const fantome = el.querySelector(".p4-fantome");
  survoler(2);
  assert.equal(fantome.getAttribute("visibility"), "visible");
  assert.ok(fantome.querySelector(".p4-j1"));
  modele.recevoir({ trait: 2 });
  assert.ok(fantome.querySelector(".p4-j2"));
  modele.recevoir({ jouables: [0] });
  assert.equal(fantome.getAttribute("visibility"), "hidden");
});

test("les pions diffèrent-ils par leur forme ?", async () => {
  const { pions } = await monter({ colonnes: ["12", "", "", "", "", "", ""] });
  const formes = pions().map((pion) => pion.querySelector(".p4-marque").tagName);
  assert.deepEqual(formes, ["circle", "path"]);
});

test("le dernier coup et l'alignement sont-ils marqués ?", async () => {
  const gagnantes = [0, 1, 2, 3].map((x) => [x, 0]);
  const { el } = await monter({ colonnes: ["1", "1", "1", "1", "222", "", ""], gagnantes, dernier: [3, 0], jouables: [] });
  assert.equal(el.querySelectorAll(".p4-anneau").length, 4);
  assert.equal(el.querySelectorAll(".p4-dernier").length, 1);
  assert.equal(el.querySelectorAll(".p4-eteint").length, 3);
});

test("chaque colonne dit-elle ce qu'elle contient à un lecteur d'écran ?", async () => {
  const { colonnes } = await monter({ colonnes: ["12", "", "121212", "", "", "", ""], jouables: [0, 1] });
  const libelles = colonnes().map((bouton) => bouton.getAttribute("aria-label"));
  assert.equal(libelles[0], "Colonne 1, de bas en haut : jaune, rouge");
  assert.equal(libelles[1], "Colonne 2, vide");
  assert.match(libelles[2], /^Colonne 3, pleine/);
  assert.equal(colonnes()[2].getAttribute("aria-disabled"), "true");
});

test("l'analyse montre-t-elle le signe, la couleur et le conseil de chaque colonne ?", async () => {
  const note = (texte, signe) => ({ texte, signe });
  const notes = [note("−3", -1), note("0", 0), note("+7", 1), null, note("0", 0), note("0", 0), note("0", 0)];
  const { el, colonnes } = await monter({ notes, conseils: [2] });
  const cases = [...el.querySelectorAll(".p4-note")];
  assert.deepEqual(cases.slice(0, 4).map((c) => c.textContent), ["−3", "0", "★+7", ""]);
  assert.ok(cases[0].classList.contains("p4-moins"));
  assert.match(colonnes()[2].getAttribute("aria-label"), /note \+7, conseillée/);
});

test("la liste des coups mène-t-elle à n'importe lequel ?", async () => {
  const { el, modele } = await monter({ coups: [3, 3, 4], curseur: 2 });
  const pas = [...el.querySelectorAll(".p4-pas")];
  assert.deepEqual(pas.map((p) => p.textContent), ["début", "4", "4", "5"]);
  assert.equal(pas[2].getAttribute("aria-current"), "step");
  pas[1].click();
  assert.deepEqual(modele.envois, [{ action: "aller", nombre: 1 }]);
});

test("la trace d'une erreur est-elle repliée, et son texte jamais pris pour du HTML ?", async () => {
  const { el } = await monter({ details: [{ titre: "Trace", texte: "<img src=x onerror=alert(1)>" }] });
  assert.equal(el.querySelector("details").open, false);
  assert.equal(el.querySelector("img"), null);
  assert.equal(el.querySelector("pre").textContent, "<img src=x onerror=alert(1)>");
});

test("un nom de joueur piégé reste-t-il du texte ?", async () => {
  const joueurs = [{ nom: "<b>x</b>", points: 2, humain: true }, { nom: "B", points: 0, humain: true }];
  const { el } = await monter({ joueurs });
  assert.equal(el.querySelector(".p4-nom").textContent, "<b>x</b>");
});

test("la vue annonce-t-elle à Python qu'elle est affichée ?", async () => {
  const { accueil } = await monter();
  assert.deepEqual(accueil, [{ action: "afficher" }]);
});

test("une vue démontée cesse-t-elle d'écouter ?", async () => {
  const { modele, demonter } = await monter();
  demonter();
  assert.equal(modele.ecouteurs.size, 0);
});

test("le plateau garde-t-il les touches qu'on peut lui taper, et laisse-t-il les autres à la page ?", async () => {
  const { page, colonnes, touche } = await monter();
  const recues = [];
  page.window.document.body.addEventListener("keydown", ({ key }) => recues.push(key));
  for (const key of ["x", "a", "b", "0", "d", "Enter", " ", "Delete", "ArrowUp", "ArrowDown"]) touche(colonnes()[3], key);
  assert.deepEqual(recues, []);
  for (const key of ["Tab", "Escape", "F5", "PageDown"]) assert.equal(touche(colonnes()[3], key).defaultPrevented, false);
  touche(colonnes()[3], "s", { ctrlKey: true });
  assert.deepEqual(recues, ["Tab", "Escape", "F5", "PageDown", "s"]);
});

test("les boutons du même plateau gardent-ils les touches aussi, mais pas ses champs ni la page autour ?", async () => {
  const { page, el, modele, touche } = await monter();
  const { document } = page.window;
  const boite = document.createElement("div");
  boite.className = "widget-vbox";
  el.before(boite);
  boite.innerHTML = "<button>Remettre les scores à zéro</button><input>";
  boite.prepend(el);
  const recues = [];
  document.body.addEventListener("keydown", ({ key }) => recues.push(key));
  touche(boite.querySelector("button:not(.p4 *)"), "4");
  assert.deepEqual(modele.envois, [{ action: "jouer", x: 3, version: 1 }]);
  assert.deepEqual(recues, []);
  touche(boite.querySelector("input"), "x");
  touche(document.body, "a");
  assert.deepEqual(recues, ["x", "a"]);
});

test("un bouton de la barre demande-t-il son action, et suit-il l'état sans perdre le focus ?", async () => {
  const { page, modele, el } = await monter();
  const boutons = () => [...el.querySelectorAll(".p4-bouton")];
  const [annuler, analyse] = boutons();
  annuler.focus();
  annuler.click();
  analyse.click();
  assert.deepEqual(modele.envois, [{ action: "annuler" }, { action: "analyse" }]);
  assert.deepEqual([annuler, analyse].map((b) => b.getAttribute("aria-pressed")), [null, "false"]);
  const pause = { action: "pause", texte: "Continuer", bulle: "Relancer", icone: "lecture", actif: true, enfonce: null };
  const [un, deux] = modele.etat.barre;
  modele.recevoir({ barre: [un, pause, { ...deux, actif: false, enfonce: true }] });
  assert.deepEqual(boutons().map((b) => [b.textContent, b.disabled]), [["Annuler", false], ["Continuer", false], ["Analyse", true]]);
  assert.equal(boutons()[2].getAttribute("aria-pressed"), "true");
  assert.equal(page.window.document.activeElement, annuler);
  modele.recevoir({ barre: [un, deux] });
  assert.deepEqual(boutons(), [annuler, analyse]);
});

test("sans noyau, les boutons de la barre et les champs des réglages se ferment-ils ?", async () => {
  const { page, el, modele } = await monter();
  const boite = page.window.document.createElement("div");
  boite.className = "widget-vbox";
  el.before(boite);
  boite.innerHTML = "<button class='jupyter-button'>Zéro</button><div class='widget-inline-hbox'><input><select></select></div>";
  boite.prepend(el);
  modele.perdre();
  assert.ok([...boite.querySelectorAll(".p4-bouton, .jupyter-button, input, select")].every((champ) => champ.disabled));
});

test("un plateau que son noyau a quitté le dit-il, et efface-t-il le pion que personne ne jouera ?", async () => {
  const { modele, colonnes, pions, el } = await monter({ colonnes: ["1", "", "", "", "", "", ""], coups: [0], trait: 2 });
  colonnes()[3].click();
  assert.equal(pions().length, 2);
  modele.perdre();
  assert.equal(pions().length, 1);
  assert.match(el.querySelector("[role=status]").textContent, /^Le noyau a redémarré.*Exécutez de nouveau.*la partie pourra y reprendre\.$/);
  modele.envois.length = 0;
  colonnes()[4].click();
  assert.deepEqual([pions().length, modele.envois], [1, []]);
  assert.equal(colonnes()[4].getAttribute("aria-disabled"), "true");
});

test("un noyau qui tombe de lui-même est-il vu aussi ?", async () => {
  let prevenir;
  const noyau = { statusChanged: { connect: (f) => (prevenir = f), disconnect: () => (prevenir = null) } };
  const { el, demonter } = await monter({}, noyau);
  prevenir(noyau, "busy");
  assert.equal(el.querySelector("[role=status]").textContent, "À vous de jouer (jaune).");
  prevenir(noyau, "autorestarting");
  assert.match(el.querySelector("[role=status]").textContent, /^Le noyau a redémarré/);
  demonter();
  assert.equal(prevenir, null);
});

test("le plateau exécuté de nouveau propose-t-il la partie interrompue, et elle seule ?", async () => {
  const jouee = { coups: [3, 0, 4], curseur: 3 };
  const mort = await monter(jouee);
  const garde = mort.page.window.sessionStorage;
  globalThis.sessionStorage = garde;
  try {
    mort.modele.perdre();
    const autre = await monter({ joueurs: [{ nom: "Ada", points: 0, humain: true }, { nom: "min-max", points: 0, humain: false }] });
    assert.equal(autre.el.querySelector(".p4-reprise").textContent, "");
    const neuf = await monter();
    assert.match(neuf.el.querySelector(".p4-reprise").textContent, /^Une partie interrompue \(3 coups\)/);
    neuf.el.querySelector(".p4-reprise button").click();
    assert.deepEqual(neuf.modele.envois, [{ action: "reprendre", coups: [3, 0, 4] }]);
    assert.equal(neuf.el.querySelector(".p4-reprise").textContent, "");
    assert.equal(garde.length, 0);
  } finally {
    delete globalThis.sessionStorage;
  }
});

test("le sens des notes est-il écrit sous elles ?", async () => {
  const { modele, el } = await monter();
  assert.equal(el.querySelector(".p4-legende").textContent, "");
  modele.recevoir({ legende: "0 : partie nulle." });
  assert.equal(el.querySelector(".p4-legende").textContent, "0 : partie nulle.");
});
