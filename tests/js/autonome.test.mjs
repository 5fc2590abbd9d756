// Le plateau sans noyau, dans un document : ce que l'on voit et ce que l'on règle. Ce que valent les règles, les IA et le
// solveur est comparé à Python par tests/test_embarque.py, ce que dit la partie par tests/test_autonome.py.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { JSDOM } from "jsdom";

import { Partie, Ressources, monter, toutMonter } from "../../p4core/ecran/autonome/autonome.mjs";
import { Noyau, bits, jouables, jouer, position } from "../../p4core/ecran/autonome/noyau.mjs";

const lire = async (chemin) => new Uint8Array(await readFile(new URL(`../../p4core/${chemin}`, import.meta.url)));
const [module, livre, vue] = await Promise.all(["ia/noyau.wasm", "ia/solveur/livre_7x6_4.p4l", "ecran/plateau/plateau.js"].map(lire));
const plateau = (await import(`data:text/javascript,${encodeURIComponent(new TextDecoder().decode(vue))}`)).default;
const ressources = () => new Ressources(() => module, () => livre);
const attendre = async (fait) => {
  while (!fait()) await new Promise((suite) => setTimeout(suite, 5));
};

function page(...parties) {
  const { window } = new JSDOM("<!doctype html><html lang='fr'><body></body></html>", { pretendToBeVisual: true, url: "http://localhost/" });
  globalThis.document = window.document;
  globalThis.Option = window.Option;
  for (const partie of parties) {
    const lieu = document.createElement("div");
    lieu.className = "p4-autonome";
    lieu.dataset.partie = JSON.stringify({ cadence: 0, ...partie });
    lieu.innerHTML = "<svg></svg>";
    document.body.append(lieu);
  }
  return [...document.querySelectorAll(".p4-autonome")];
}

const pions = (lieu) => lieu.querySelectorAll(".p4-grille svg > g:first-child > .p4-pion").length;
const cliquer = (lieu, x) => lieu.querySelectorAll(".p4-colonne")[x].click();
const regler = (lieu, nom, valeur) => {
  const menu = lieu.querySelector(`select[aria-label="${nom}"]`);
  menu.value = valeur;
  menu.dispatchEvent(new document.defaultView.Event("change"));
};

test("les règles : une colonne se remplit, quatre pions gagnent, plus rien ne se joue ensuite ?", () => {
  const pleine = [0, 0, 0, 0, 0, 0].reduce(jouer, position());
  assert.deepEqual(jouables(pleine), [1, 2, 3, 4, 5, 6]);
  const gagnee = [0, 0, 1, 1, 2, 2, 3].reduce(jouer, position());
  assert.equal(gagnee.gagnant, 1);
  assert.deepEqual(gagnee.gagnantes, [[0, 0], [1, 0], [2, 0], [3, 0]]);
  assert.deepEqual(jouables(gagnee), []);
});

test("une position en bits est-elle celle que le solveur lit : le joueur au trait, puis tous les pions ?", () => {
  const p = [3, 3, 0].reduce(jouer, position());
  assert.deepEqual(bits(p), [1n << 22n, (1n << 21n) | (1n << 22n) | 1n]);
});

test("le module ne demande-t-il rien au navigateur, et dit-il où lire sa pile ?", async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(module)), []);
  const { reperes } = await Noyau.charger(module);
  assert.ok(reperes.PILE > reperes.NOEUDS && reperes.BIAIS > 0);
});

test("l'image fixe cède-t-elle la place au plateau, où l'adversaire répond à un clic ?", async () => {
  const [lieu] = page({ joueurs: ["humain", "1.4"] });
  await monter(lieu, plateau, ressources());
  assert.equal(lieu.querySelectorAll(".p4-colonne").length, 7);
  cliquer(lieu, 3);
  await attendre(() => pions(lieu) === 2);
  assert.match(lieu.querySelector("[role=status]").textContent, /^IA 1\.4 a joué colonne \d\. À vous de jouer/);
});

test("plusieurs plateaux partagent-ils le module sans se gêner, même en pensant ensemble ?", async () => {
  const lieux = page({ coups: [3, 3, 3, 3, 3, 1, 5, 5, 1, 0] }, { coups: [0, 1, 2, 3, 4, 5, 6, 0, 1, 2] });
  toutMonter(plateau, ressources());
  await attendre(() => lieux.every((lieu) => lieu.querySelector("[data-action=analyse]")));
  for (const lieu of lieux) lieu.querySelector("[data-action=analyse]").click();
  await attendre(() => lieux.every((lieu) => lieu.querySelectorAll(".p4-note.p4-conseil").length));
  const notes = lieux.map((lieu) => [...lieu.querySelectorAll(".p4-note")].map((n) => n.textContent).join(" "));
  assert.deepEqual(notes, ["−3 −3 +1 +1 ★+15 −3 +3", "−3 −1 ★+3 −2 −2 −2 −3"]);
});

test("changer d'adversaire vaut-il tout de suite, et de premier joueur avant le premier coup ?", async () => {
  const [lieu] = page({ joueurs: ["humain", "hasard"] });
  await monter(lieu, plateau, ressources());
  regler(lieu, "Adversaire", "parfait");
  regler(lieu, "Commence", "1");
  await attendre(() => pions(lieu) === 1);
  assert.equal(lieu.querySelector(".p4-pas[aria-current]").textContent, "4");
});

test("un coup repris pendant que la machine pense est-il oublié, sans réponse en retard ?", async () => {
  const partie = new Partie({ joueurs: ["humain", "parfait"], cadence: 5 }, ressources());
  partie.recevoir({ action: "jouer", x: 3, version: 0 });
  partie.recevoir({ action: "annuler" });
  await new Promise((suite) => setTimeout(suite, 60));
  assert.equal(partie.curseur, 0);
  assert.deepEqual(partie.etat.jouables, [0, 1, 2, 3, 4, 5, 6]);
});

test("sans WebAssembly, le plateau le dit-il et laisse-t-il jouer contre le hasard ?", async () => {
  const [lieu] = page({ joueurs: ["humain", "parfait"] });
  await monter(lieu, plateau, new Ressources(() => new Uint8Array([1, 2, 3]), () => livre));
  cliquer(lieu, 3);
  await attendre(() => lieu.querySelector(".p4-ton-erreur"));
  assert.match(lieu.querySelector("[role=status]").textContent, /^Ce navigateur n'a pas pu calculer.*Rien n'est perdu/);
  regler(lieu, "Adversaire", "hasard");
  await attendre(() => pions(lieu) === 2);
});

test("deux machines attendent-elles qu'on les lance, puis jouent-elles jusqu'au bout ?", async () => {
  const [lieu] = page({ joueurs: ["1.1", "3"] });
  await monter(lieu, plateau, ressources());
  assert.equal(pions(lieu), 0);
  assert.equal(lieu.querySelector("select"), null);
  lieu.querySelector("[data-action=pause]").click();
  await attendre(() => lieu.querySelector(".p4-ton-fin"));
});
