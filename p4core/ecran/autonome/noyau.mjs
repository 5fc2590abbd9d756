// Ce que le plateau sait sans Python : les règles, le livre d'ouvertures, et par le module WebAssembly (celui de
// « p4 wasm ») les valeurs du solveur et les colonnes des IA par règles. Rien ici ne touche au document.

// --- les règles ------------------------------------------------------------------------------

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// Une position : les pions de chaque colonne de bas en haut (« 121 »), qui doit jouer, la dernière colonne jouée ;
// `jouee` dit si l'on y est venu de la grille vide, coup après coup.
export function position({ largeur = 7, hauteur = 6, aligner = 4, colonnes = null, trait = 1, dernier = null, jouee = !colonnes } = {}) {
  const p = { largeur, hauteur, aligner, colonnes: colonnes ?? Array(largeur).fill(""), trait, dernier, jouee };
  p.nombre = p.colonnes.reduce((n, colonne) => n + colonne.length, 0);
  // Le dernier à avoir joué est examiné d'abord : lui seul peut avoir gagné légalement.
  for (const joueur of [3 - trait, trait]) {
    p.gagnantes = alignees(p, joueur);
    p.gagnant = p.gagnantes.length ? joueur : 0;
    if (p.gagnant) break;
  }
  p.finie = p.gagnant > 0 || p.nombre === largeur * hauteur;
  return p;
}

// Les cases des alignements de ce joueur, de gauche à droite puis de bas en haut.
function alignees({ colonnes, hauteur, aligner }, joueur) {
  const pion = String(joueur);
  const trouvees = new Map();
  const suit = (x, y, dx, dy) => {
    for (let i = 0; i < aligner; i++) if (colonnes[x + i * dx]?.[y + i * dy] !== pion) return false;
    return true;
  };
  for (let x = 0; x < colonnes.length; x++) {
    for (let y = 0; y < colonnes[x].length; y++) {
      for (const [dx, dy] of DIRECTIONS) {
        if (!suit(x, y, dx, dy)) continue;
        for (let i = 0; i < aligner; i++) trouvees.set((x + i * dx) * hauteur + y + i * dy, [x + i * dx, y + i * dy]);
      }
    }
  }
  return [...trouvees].sort(([i], [j]) => i - j).map(([, place]) => place);
}

export function jouables(p) {
  return p.gagnant ? [] : p.colonnes.flatMap((colonne, x) => (colonne.length < p.hauteur ? [x] : []));
}

export function jouer(p, x) {
  const colonnes = p.colonnes.map((colonne, i) => (i === x ? colonne + p.trait : colonne));
  return position({ ...p, colonnes, trait: 3 - p.trait, dernier: x });
}

// Le score d'une partie finie, vu du joueur au trait.
function scoreFinal(p) {
  if (!p.gagnant) return 0;
  const valeur = Math.floor((p.largeur * p.hauteur + 2 - p.nombre) / 2);
  return p.gagnant === p.trait ? valeur : -valeur;
}

// --- les bits : une colonne en occupe hauteur + 1, du bas vers le haut --------------------------

const bit = (p, x, y) => 1n << BigInt(x * (p.hauteur + 1) + y);

// Les pions d'un joueur en un entier, colonne après colonne.
function pions(p, joueur) {
  const pas = BigInt(p.hauteur + 1);
  return p.colonnes.reduceRight((somme, colonne) => {
    let bits = 0;
    for (let y = 0; y < colonne.length; y++) if (Number(colonne[y]) === joueur) bits |= 1 << y;
    return (somme << pas) | BigInt(bits);
  }, 0n);
}

// La position telle que le solveur la lit : les pions du joueur au trait, puis tous les pions.
export function bits(p) {
  const moi = pions(p, p.trait);
  return [moi, moi | pions(p, 3 - p.trait)];
}

// Ce que les règles des IA savent de la grille : ses dimensions, le fond, les cases, les longues diagonales.
export function terrain({ largeur, hauteur, aligner }) {
  const p = { hauteur };
  let [fond, plein, descendantes, montantes] = [0n, 0n, 0n, 0n];
  for (let x = 0; x < largeur; x++) {
    fond |= bit(p, x, 0);
    for (let y = 0; y < hauteur; y++) {
      plein |= bit(p, x, y);
      const longueur = (haut, bas) => 1 + Math.min(largeur - 1 - x, haut) + Math.min(x, bas);
      if (longueur(hauteur - 1 - y, y) >= aligner) montantes |= bit(p, x, y);
      if (longueur(y, hauteur - 1 - y) >= aligner) descendantes |= bit(p, x, y);
    }
  }
  return [BigInt(largeur), BigInt(hauteur), BigInt(aligner), fond, plein, descendantes, montantes];
}

// --- le livre d'ouvertures : trois nombres par position, dont le « ou exclusif » est son score ---

const MELANGE = 0x9e3779b97f4a7c15n;
const TOUT = (1n << 64n) - 1n;
const ENTETE = 14;
const BIAIS = 32; // les nombres du livre : score + BIAIS

export class Livre {
  constructor(octets) {
    const vue = new DataView(octets.buffer, octets.byteOffset);
    if (new TextDecoder().decode(octets.subarray(0, 4)) !== "P4L2") throw new Error("Ce n'est pas un livre d'ouvertures.");
    [this.largeur, this.hauteur, this.aligner, this.plis] = octets.subarray(4, 8);
    this.graine = BigInt(vue.getUint16(8, true));
    this.tiers = vue.getUint32(10, true);
    this.nombres = octets.subarray(ENTETE);
    this.pas = BigInt(this.hauteur + 1);
  }

  connait(p) {
    return p.largeur === this.largeur && p.hauteur === this.hauteur && p.aligner === this.aligner;
  }

  // Le score de la position si le livre la connaît, sinon null ; d'une position jouée, on sait qu'elle est atteignable.
  score(moi, masque, jouee = false) {
    if (compter(masque) > this.plis || !(jouee || this.atteignable(moi, masque))) return null;
    return this.places(this.cle(moi, masque)).reduce((somme, place) => somme ^ this.nombre(place), 0) - BIAIS;
  }

  // Un minorant du score : l'opposé de celui d'une position précédente que le livre connaît.
  minorant(moi, masque) {
    if (compter(masque) > this.plis + 1) return -BIAIS;
    const connus = this.precedentes(moi, masque).map((avant) => this.score(...avant));
    return Math.max(-BIAIS, ...connus.filter((score) => score !== null).map((score) => -score));
  }

  precedentes(moi, masque) {
    const adverses = moi ^ masque;
    const colonne = (1n << this.pas) - 1n;
    return Array.from({ length: this.largeur }, (_, x) => {
      const prise = masque & (colonne << (BigInt(x) * this.pas));
      return prise & ~(prise >> 1n) & adverses; // le pion du haut, s'il est de l'adversaire
    }).flatMap((pion) => (pion ? [[adverses ^ pion, masque ^ pion]] : []));
  }

  // Des coups alternés depuis la grille vide peuvent-ils mener à cette position ?
  atteignable(moi, masque) {
    if (!masque) return !moi;
    return this.precedentes(moi, masque).some((avant) => this.atteignable(...avant));
  }

  // Un entier propre à la position, le même pour son miroir.
  cle(moi, masque) {
    let cle = moi + masque;
    for (let x = 0n; x < this.largeur; x++) cle += 1n << (x * this.pas);
    let [miroir, reste] = [0n, cle];
    for (let x = 0; x < this.largeur; x++) {
      miroir = (miroir << this.pas) | (reste & ((1n << this.pas) - 1n));
      reste >>= this.pas;
    }
    return cle < miroir ? cle : miroir;
  }

  places(cle) {
    let h = ((cle ^ (this.graine * MELANGE)) * MELANGE) & TOUT;
    h = ((h ^ (h >> 29n)) * MELANGE) & TOUT;
    h ^= h >> 32n;
    return [0, 1, 2].map((rang) => {
      const part = (h >> BigInt(21 * rang)) & 0x1fffffn;
      return rang * this.tiers + Number((part * BigInt(this.tiers)) >> 21n);
    });
  }

  // Six bits par nombre.
  nombre(place) {
    const octet = Math.floor((place * 6) / 8);
    const deux = this.nombres[octet] | ((this.nombres[octet + 1] ?? 0) << 8);
    return (deux >> ((place * 6) % 8)) & 63;
  }
}

function compter(masque) {
  let n = 0;
  for (; masque; masque &= masque - 1n) n++;
  return n;
}

// --- le module WebAssembly : sa mémoire, ses fonctions ------------------------------------------

const MOT = 8;
const PAGE = 65536;

export class Noyau {
  static async charger(octets) {
    const module = await WebAssembly.compile(octets);
    const [reperes] = WebAssembly.Module.customSections(module, "reperes");
    const instance = await WebAssembly.instantiate(module);
    return new Noyau(instance.exports, JSON.parse(new TextDecoder().decode(reperes)));
  }

  constructor(fonctions, reperes) {
    this.fonctions = fonctions;
    this.reperes = reperes; // où sont les nombres de la pile du solveur
    this.bout = fonctions.__heap_base.value;
    this.tables = new Map();
    [this.cases, this.terrain] = [this.prendre(2), this.prendre(7)];
  }

  // L'adresse de tant d'entiers nuls.
  prendre(mots) {
    const adresse = Math.ceil(this.bout / 64) * 64;
    this.bout = adresse + mots * MOT;
    const manque = this.bout - this.fonctions.memory.buffer.byteLength;
    if (manque > 0) this.fonctions.memory.grow(Math.ceil(manque / PAGE));
    return adresse;
  }

  // Une mémoire qui grandit change de tampon : la vue est à reprendre à chaque fois.
  mots(adresse, nombre) {
    return new BigUint64Array(this.fonctions.memory.buffer, adresse, nombre);
  }

  // La table de cette taille, gardée d'un calcul à l'autre : une entrée ne devient jamais fausse.
  table(logarithme) {
    if (!this.tables.has(logarithme)) {
      this.tables.set(logarithme, this.prendre((1 << logarithme) + this.reperes.APRES_LA_GRANDE));
    }
    return this.tables.get(logarithme);
  }

  // Les colonnes entre lesquelles l'IA par règles de ce numéro tire au sort.
  candidats(numero, p) {
    this.mots(this.cases, 2).set([pions(p, p.trait), pions(p, 3 - p.trait)]);
    this.mots(this.terrain, 7).set(terrain(p));
    const ensemble = this.fonctions.candidats(numero, this.cases, this.terrain, p.dernier ?? -1);
    return jouables(p).filter((x) => (ensemble >> x) & 1);
  }
}

// --- le solveur : un calcul qui avance par tranches, pour que la page reste vivante -------------

const TABLES = [[0, 16], [150_000, 22]]; // à partir de tant de nœuds, une table de 2^n entrées
const VIDES_LONG = 28; // au-dessus, le calcul se prolonge presque toujours
const TRANCHE = 200_000; // nœuds entre deux respirations : quelques centièmes de seconde

export class Calcul {
  constructor(noyau) {
    this.noyau = noyau;
    this.pile = noyau.prendre(noyau.reperes.PILE);
    [this.position, this.score] = [noyau.prendre(2), noyau.prendre(1)];
  }

  poser(moi, masque, avance = 0) {
    this.noyau.mots(this.pile, this.noyau.reperes.PILE).fill(0n);
    this.noyau.mots(this.position, 2).set([moi, masque]);
    this.avance = Math.max(avance, 42 - compter(masque) > VIDES_LONG ? TABLES[1][0] : 0);
    this.avancer(0, 16);
  }

  lire(nom) {
    return Number(this.noyau.mots(this.pile, this.noyau.reperes.PILE)[this.noyau.reperes[nom]]);
  }

  ecrire(nom, valeur) {
    this.noyau.mots(this.pile, this.noyau.reperes.PILE)[this.noyau.reperes[nom]] = BigInt(valeur);
  }

  get noeuds() {
    return this.lire("NOEUDS");
  }

  get resultat() {
    return Number(BigInt.asIntN(64, this.noyau.mots(this.score, 1)[0]));
  }

  // Fait savoir que le score est au moins celui-ci.
  borner(minorant) {
    const borne = minorant + this.noyau.reperes.BIAIS;
    if (borne <= this.lire("MINIMUM")) return;
    this.ecrire("MINIMUM", borne);
    this.ecrire("EN_RECHERCHE", 0); // la question posée a peut-être sa réponse
  }

  // Visite encore au plus ce nombre de nœuds ; vrai quand le score est connu.
  avancer(noeuds, logarithme) {
    const table = this.noyau.table(logarithme);
    const { resoudre } = this.noyau.fonctions;
    return resoudre(this.position, this.score, 1, this.pile, table, 64 - logarithme, noeuds) === 1;
  }

  // La même chose, avec une table qui grandit quand le calcul se prolonge.
  poursuivre() {
    const visites = this.noeuds + this.avance;
    const rang = TABLES.findLastIndex(([debut]) => debut <= visites);
    const fin = TABLES[rang + 1]?.[0] ?? Infinity;
    return this.avancer(Math.min(TRANCHE, fin - visites), TABLES[rang][1]);
  }
}

const respirer = () => new Promise((suite) => setTimeout(suite));

export class Solveur {
  constructor(noyau, livre) {
    this.livre = livre;
    this.calcul = new Calcul(noyau);
    this.demande = 0;
    this.noeuds = 0;
  }

  // Abandonne ce qui se calcule.
  arreter() {
    this.demande++;
  }

  // Le score de chaque colonne, { x: score } ; null si une autre demande est arrivée entre-temps.
  async scores(p) {
    const demande = ++this.demande;
    const notes = {};
    this.noeuds = 0;
    for (const x of duCentre(p)) {
      const note = await this.score(jouer(p, x), demande);
      if (note === null) return null;
      notes[x] = -note;
    }
    return notes;
  }

  async score(p, demande) {
    if (p.finie) return scoreFinal(p);
    const lue = this.livre.score(...bits(p), p.jouee);
    if (lue !== null) return lue;
    this.calcul.poser(...bits(p), this.noeuds);
    this.calcul.borner(this.livre.minorant(...bits(p)));
    while (!this.calcul.poursuivre()) {
      await respirer();
      if (demande !== this.demande) return null;
    }
    this.noeuds += this.calcul.noeuds;
    return this.calcul.resultat;
  }
}

function duCentre(p) {
  return jouables(p).sort((a, b) => Math.abs(2 * a + 1 - p.largeur) - Math.abs(2 * b + 1 - p.largeur));
}

// Les colonnes du meilleur score.
export function meilleures(notes) {
  const mieux = Math.max(...Object.values(notes));
  return Object.keys(notes).map(Number).filter((x) => notes[x] === mieux);
}
