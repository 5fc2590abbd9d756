// Pyodide, que le ■ du notebook peut arrêter : la page écrit un signal dans une mémoire qu'elle partage avec lui.
// Sans les en-têtes d'isolement, cette mémoire n'existe pas, et Pyodide est tel quel.
import { loadPyodide as charger } from "./pyodide.mjs";

export async function loadPyodide(reglages) {
  const pyodide = await charger(reglages);
  // Chaque import cherchait d'abord à côté du notebook, dans un dossier que la page seule sait lire : des centaines de questions.
  // Il y cherche en dernier ; un fichier de l'élève nommé random.py n'y cache plus celui de Python.
  pyodide.runPython("import sys; sys.path.remove(''); sys.path.append('')");
  if (globalThis.crossOriginIsolated) {
    const memoire = new SharedArrayBuffer(4);
    pyodide.setInterruptBuffer(new Int32Array(memoire));
    globalThis.postMessage({ p4_arret: memoire });
  }
  return pyodide;
}
