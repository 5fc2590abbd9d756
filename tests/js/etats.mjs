// Les états d'une partie sans Python après chaque action reçue : un essai les compare à ceux de Python.
//     node etats.mjs MODULE.wasm LIVRE.p4l < [{ partie, actions }, …]

import { readFileSync } from "node:fs";

import { Partie, Ressources } from "../../p4core/ecran/autonome/autonome.mjs";

const [module, livre] = process.argv.slice(2).map((chemin) => () => new Uint8Array(readFileSync(chemin)));
const ressources = new Ressources(module, livre);

// Ce qui est demandé au solveur est-il arrivé ?
async function calme(partie, attendues) {
  const fini = () => partie.finie || partie.tourMachine || !(partie.suivi || attendues) || partie.notes;
  while (!fini()) await new Promise((suite) => setTimeout(suite, 5));
}

const suites = [];
for (const { partie: donnees, actions } of JSON.parse(readFileSync(0, "utf8"))) {
  const partie = new Partie({ ...donnees, cadence: 1e6 }, ressources); // les machines n'ont pas le temps de jouer
  const etats = [partie.etat];
  for (const message of actions) {
    partie.recevoir({ ...message, version: partie.version });
    await calme(partie, message.action === "conseil");
    etats.push(partie.etat);
  }
  suites.push(etats);
}
// Des machines attendent encore leur tour : on n'en attend pas la fin.
process.stdout.write(JSON.stringify(suites), () => process.exit(0));
