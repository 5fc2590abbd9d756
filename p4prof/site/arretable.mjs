// Pyodide, que le ■ du notebook peut arrêter : la page écrit un signal dans une mémoire qu'elle partage avec lui.
// Sans les en-têtes d'isolement, cette mémoire n'existe pas, et Pyodide est tel quel.
import { loadPyodide as charger } from "./pyodide.mjs";

export async function loadPyodide(reglages) {
  const pyodide = await charger(reglages);
  if (globalThis.crossOriginIsolated) {
    const memoire = new SharedArrayBuffer(4);
    pyodide.setInterruptBuffer(new Int32Array(memoire));
    globalThis.postMessage({ p4_arret: memoire });
  }
  return pyodide;
}
