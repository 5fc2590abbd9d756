// Ce que le navigateur trouve sans Python, en JSON, sur les positions reçues : des essais de Python le comparent.
//     node comparer.mjs MODULE.wasm LIVRE.p4l < demandes.json

import { readFileSync } from "node:fs";

import { Calcul, Livre, Noyau, Solveur, jouables, jouer, position } from "../../p4core/ecran/autonome/noyau.mjs";

const [module, livre] = process.argv.slice(2).map((chemin) => readFileSync(chemin));
const demandes = JSON.parse(readFileSync(0, "utf8"));
const noyau = await Noyau.charger(module);
const solveur = new Solveur(noyau, new Livre(new Uint8Array(livre)));
const rejouer = ({ coups, taille = [7, 6, 4] }) => {
  const [largeur, hauteur, aligner] = taille;
  return coups.reduce(jouer, position({ largeur, hauteur, aligner }));
};
const cpu = () => process.cpuUsage().user / 1e6;

const reponses = {
  // Le noyau lui-même, sur des bits : [score, nœuds] de chaque position, et le temps de calcul du tout.
  resoudre({ positions, logarithme }) {
    const calcul = new Calcul(noyau);
    const debut = cpu();
    const trouves = positions.map(([moi, masque]) => {
      calcul.poser(BigInt(moi), BigInt(masque));
      while (!calcul.avancer(2_000_000_000, logarithme));
      return [calcul.resultat, calcul.noeuds];
    });
    return { trouves, secondes: cpu() - debut };
  },
  regles: ({ parties }) =>
    parties.map((partie) => {
      const { colonnes, trait, gagnant, gagnantes, finie, ...p } = rejouer(partie);
      return { colonnes, trait, gagnant, gagnantes, finie, jouables: jouables({ ...p, colonnes, gagnant }) };
    }),
  candidats: ({ parties, numeros }) => parties.map((partie) => numeros.map((n) => noyau.candidats(n, rejouer(partie)))),
  async scores({ parties }) {
    const positions = parties.map(rejouer);
    const debut = cpu();
    const trouves = [];
    for (const p of positions) trouves.push([await solveur.scores(p), solveur.noeuds]);
    return { trouves, secondes: cpu() - debut };
  },
};

const sorties = {};
for (const [nom, demande] of Object.entries(demandes)) sorties[nom] = await reponses[nom](demande);
console.log(JSON.stringify(sorties));
