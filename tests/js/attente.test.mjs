// La mémoire que se partagent la page et Python : une réponse à demi écrite n'est jamais lue, de quelque côté qu'on l'attende.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

const CORRECTIF = readFileSync(new URL("../../p4prof/gabarits/attente.js", import.meta.url), "utf-8");
const TEXTE = JSON.stringify({ content: "un fichier", valeurs: [1, 2, 3] });

// Ce que fait le pont : qui répond écrit lettre après lettre, puis prévient ; qui attend lit quand la première case a changé.
const ECRIRE = `(sb, texte, attendre) => {
  const lettres = new Uint16Array(sb.buffer);
  [...texte].forEach((lettre, i) => { if (i === 4) attendre(); lettres[i] = lettre.charCodeAt(0); });
  Atomics.notify(sb, 0);
}`;
const LIRE = "(sb, longueur) => String.fromCharCode(...new Uint16Array(sb.buffer).slice(0, longueur))";

function fil(programme) {
  return new Worker(`const { parentPort, workerData } = require("node:worker_threads");
    const dormir = Atomics.wait.bind(null, new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    ${CORRECTIF}; ${programme}`, { eval: true, workerData: TEXTE });
}

(0, eval)(CORRECTIF);

test("le fil de Python attend que la page ait tout écrit", async () => {
  const python = fil(`const sb = new Int32Array(new SharedArrayBuffer(4 * Math.ceil(workerData.length / 2)));
    parentPort.once("message", () => { Atomics.wait(sb, 0); parentPort.postMessage({ lu: (${LIRE})(sb, workerData.length) }); });
    parentPort.postMessage({ sb });`);
  const lu = await new Promise((resoudre) => python.on("message", ({ sb, lu }) => {
    if (lu !== undefined) return resoudre(lu);
    const arret = new Int32Array(new SharedArrayBuffer(4));
    // La réponse commence, Python se met à l'attendre, puis elle finit.
    (0, eval)(ECRIRE)(sb, TEXTE, () => { python.postMessage("attends"); dormir(arret, 200); });
  }));
  await python.terminate();
  assert.equal(lu, TEXTE);
});

test("la page attend que le fil de Python ait tout écrit, et reçoit toujours une promesse", async () => {
  const sb = new Int32Array(new SharedArrayBuffer(4 * Math.ceil(TEXTE.length / 2)));
  const python = fil(`parentPort.once("message", (sb) => (${ECRIRE})(sb, workerData, () => { parentPort.postMessage("commencé"); dormir(200); }));`);
  const commence = new Promise((resoudre) => python.once("message", resoudre));
  python.postMessage(sb);
  await commence;
  await Atomics.waitAsync(sb, 0).value;
  assert.equal((0, eval)(LIRE)(sb, TEXTE.length), TEXTE);
  const deja = Atomics.waitAsync(sb, 0); // tout est là : une promesse encore
  assert.ok(deja.async && deja.value instanceof Promise);
  await python.terminate();
});

function dormir(memoire, millisecondes) {
  const fin = performance.now() + millisecondes;
  while (performance.now() < fin && !Atomics.load(memoire, 0));
}
