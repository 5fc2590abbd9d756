// L'arbre d'une recherche : un SVG écrit à la main, un élément d'arbre (treeitem) par nœud.
// Les nœuds viennent du trait « etat » du canal ; ceux qui sont dépliés sont sa liste « ouverts », partagée avec Python.

const SVG = "http://www.w3.org/2000/svg";
const RACINE = "r";
const DE_FRONT = 7; // nœuds qui doivent tenir côte à côte
const PLACE_MIN = 72;
const PLACE_MAX = 116;
const MARGE = 8;
const COUP = 18; // hauteurs, de haut en bas d'un niveau
const PASTILLE = 24;
const BOUTON = 20;
const TITRE = 24;
const LIENS = 30;
const PAS = 40; // une case, avant réduction
const RAYON = 16;
const ETROIT = 360; // px en dessous desquels les titres sont abrégés
const PATIENCE = 2000; // ms avant de dire que le noyau est occupé
const NOYAU_PERDU =
  "Le noyau a redémarré ou s'est arrêté\u00a0: l'arbre n'en dira pas plus. Exécutez de nouveau les cellules jusqu'à celle-ci.";
const SYMBOLES = { max: "▲ ", min: "▼ ", feuille: "", fin: "■ ", appel: "" };

// --- petits outils du document -------------------------------------------------------------

function garnir(noeud, attributs, enfants) {
  for (const [nom, valeur] of Object.entries(attributs)) noeud.setAttribute(nom, valeur);
  noeud.append(...enfants);
  return noeud;
}

const html = (balise, attributs = {}, ...enfants) => garnir(document.createElement(balise), attributs, enfants);
const svg = (balise, attributs = {}, ...enfants) => garnir(document.createElementNS(SVG, balise), attributs, enfants);

// --- placement -----------------------------------------------------------------------------

// Les nœuds visibles, par niveau : chaque niveau est une liste de groupes de frères.
export function niveaux(etat, ouverts) {
  const rangees = [[{ parent: null, cles: [RACINE] }]];
  for (;;) {
    const suivants = rangees.at(-1).flatMap(({ cles }) =>
      cles
        .filter((cle) => ouverts.has(cle) && etat.noeuds[cle].fils?.length)
        .map((cle) => ({ parent: cle, cles: etat.noeuds[cle].fils })),
    );
    if (!suivants.length) return rangees;
    rangees.push(suivants);
  }
}

// L'abscisse de chaque nœud : un groupe se centre sous son parent, sans sortir du cadre ni chevaucher ses voisins.
export function placer(rangees, place, cadre) {
  const ecart = place * 0.3;
  const largeurs = rangees.map((groupes) => groupes.map(({ cles }) => cles.length * place));
  const total = Math.max(cadre, ...largeurs.map((l) => l.reduce((a, b) => a + b, ecart * (l.length - 1))));
  const abscisses = { null: total / 2 };
  rangees.forEach((groupes, rang) => {
    const debuts = serrer(groupes.map(({ parent }, i) => abscisses[parent] - largeurs[rang][i] / 2), largeurs[rang], ecart, total);
    groupes.forEach(({ cles }, i) => cles.forEach((cle, j) => (abscisses[cle] = debuts[i] + (j + 0.5) * place)));
  });
  return { abscisses, total };
}

function serrer(voulus, largeurs, ecart, total) {
  const debuts = [];
  voulus.forEach((x, i) => debuts.push(Math.max(x, i ? debuts[i - 1] + largeurs[i - 1] + ecart : 0)));
  let limite = total;
  for (let i = debuts.length - 1; i >= 0; i--) {
    debuts[i] = Math.min(debuts[i], limite - largeurs[i]);
    limite = debuts[i] - ecart;
  }
  return debuts;
}

// --- dessin d'un nœud ----------------------------------------------------------------------

function pion(joueur, cx, cy, souligne) {
  const r = RAYON * 0.45;
  const marque =
    joueur === "1"
      ? svg("circle", { cx, cy, r, class: "p4a-marque" })
      : svg("path", { d: `M${cx - r} ${cy - r}l${2 * r} ${2 * r}M${cx - r} ${cy + r}l${2 * r} ${-2 * r}`, class: "p4a-marque" });
  const anneau = souligne ? [svg("circle", { cx, cy, r: RAYON + 0.5, class: "p4a-anneau" })] : [];
  return svg("g", { class: `p4a-j${joueur}` }, svg("circle", { cx, cy, r: RAYON, class: "p4a-disque" }), marque, ...anneau);
}

function grille(etat, noeud) {
  const { largeur, hauteur } = etat;
  if (!noeud.colonnes.length) return [svg("rect", { width: largeur * PAS, height: hauteur * PAS, rx: 10, class: "p4a-carton" })];
  const soulignes = new Set([...noeud.gagnantes, ...(noeud.dernier ? [noeud.dernier] : [])].map(String));
  const pions = noeud.colonnes.flatMap((colonne, x) =>
    [...colonne].flatMap((joueur, y) =>
      joueur === "0" ? [] : [pion(joueur, x * PAS + PAS / 2, (hauteur - 1 - y) * PAS + PAS / 2, soulignes.has(`${x},${y}`))],
    ),
  );
  // Un pointillé à bouts ronds dessine tous les trous d'un seul trait.
  const trous = Array.from({ length: largeur }, (_, x) => `M${x * PAS + PAS / 2} ${PAS / 2}v${(hauteur - 1) * PAS + 1}`).join("");
  return [
    svg("rect", { width: largeur * PAS, height: hauteur * PAS, rx: 10, class: "p4a-face" }),
    svg("path", { d: trous, class: "p4a-trous", "stroke-width": 2 * RAYON, "stroke-dasharray": `0 ${PAS}` }),
    ...pions,
  ];
}

function texte(contenu, attributs) {
  const noeud = svg("text", attributs);
  noeud.textContent = contenu;
  return noeud;
}

// --- la vue --------------------------------------------------------------------------------

class Vue {
  constructor(model, racine) {
    this.model = model;
    this.items = new Map(); // clé → élément g, gardé d'un dessin à l'autre pour ne pas perdre le focus
    this.actif = RACINE;
    this.id = `p4a-${Math.random().toString(36).slice(2)}`;
    this.batir(racine);
  }

  batir(racine) {
    const aide =
      "Flèches haut et bas pour changer de niveau, gauche et droite entre voisins, Entrée ou Espace pour déplier ou replier, " +
      "Début et Fin pour le premier et le dernier nœud.";
    this.liens = svg("g", { "aria-hidden": "true" });
    this.titres = svg("g", { "aria-hidden": "true" });
    this.arbre = svg("g", { role: "tree", "aria-label": "Arbre de la recherche", "aria-orientation": "horizontal", "aria-describedby": this.id });
    this.dessin = svg("svg", { role: "presentation" }, this.liens, this.titres, this.arbre);
    this.cadre = html("div", { class: "p4a-cadre" }, this.dessin);
    this.statut = html("p", { class: "p4a-statut", role: "status" });
    this.details = html("div", { class: "p4a-details" });
    const outils = html(
      "div",
      { class: "p4a-outils" },
      this.bouton("Meilleure ligne", () => this.ouvrir([...this.ouverts, ...this.etat.ligne.filter((cle) => this.depliable(cle))])),
      this.bouton("Tout replier", () => this.ouvrir([RACINE])),
      html("span", { class: "p4a-legende" }, "▲ max  ▼ min  ■ fin de partie ; trait gras : valeur retenue, très épais : meilleure ligne"),
    );
    racine.append(outils, this.cadre, this.statut, this.details, html("p", { id: this.id, class: "p4a-aide" }, aide));
    racine.addEventListener("keydown", (evenement) => this.clavier(evenement));
    this.arbre.addEventListener("click", (evenement) => this.clic(evenement));
    this.cadre.addEventListener("scroll", () => this.suivreTitres());
  }

  bouton(libelle, action) {
    const bouton = html("button", { type: "button", class: "p4a-bouton" }, libelle);
    bouton.addEventListener("click", action);
    return bouton;
  }

  get etat() {
    return this.model.get("etat");
  }

  get ouverts() {
    return new Set(this.model.get("ouverts"));
  }

  depliable(cle) {
    return Boolean(this.etat.noeuds[cle]?.depliable ?? !this.etat.noeuds[cle]);
  }

  // --- déplier, replier ---

  ouvrir(cles) {
    this.model.set("ouverts", [...new Set(cles)]);
    this.model.save_changes();
    this.actualiser();
  }

  basculer(cle) {
    const ouverts = this.ouverts;
    if (!this.etat.noeuds[cle].depliable) return;
    if (!ouverts.delete(cle)) ouverts.add(cle);
    this.ouvrir(ouverts);
  }

  clic(evenement) {
    const cle = evenement.target.closest("[data-cle]")?.dataset.cle;
    if (!cle) return;
    this.viser(cle);
    this.basculer(cle);
  }

  // --- clavier ---

  clavier(evenement) {
    if (evenement.ctrlKey || evenement.metaKey || evenement.altKey) return;
    const cles = this.rangees.flatMap((groupes) => groupes.flatMap((groupe) => groupe.cles));
    const actions = {
      ArrowLeft: () => this.voisin(-1),
      ArrowRight: () => this.voisin(1),
      ArrowUp: () => this.viser(this.parent(this.actif)),
      ArrowDown: () => this.descendre(),
      Home: () => this.viser(RACINE),
      End: () => this.viser(cles.at(-1)),
      Enter: () => this.basculer(this.actif),
      " ": () => this.basculer(this.actif),
    };
    const action = this.arbre.contains(evenement.target) ? actions[evenement.key] : undefined;
    // Sans cela, JupyterLab prendrait la touche pour un de ses raccourcis (x : couper la cellule…).
    if (action || evenement.key.length === 1) evenement.stopPropagation();
    if (!action) return;
    evenement.preventDefault();
    action();
  }

  parent(cle) {
    return cle.includes(".") ? cle.slice(0, cle.lastIndexOf(".")) : null;
  }

  voisin(sens) {
    const rangee = this.rangees[this.etat.noeuds[this.actif].niveau].flatMap(({ cles }) => cles);
    this.viser(rangee[rangee.indexOf(this.actif) + sens]);
  }

  // Vers le fils retenu, sinon le premier ; un nœud replié s'ouvre d'abord.
  descendre() {
    const noeud = this.etat.noeuds[this.actif];
    if (!this.ouverts.has(this.actif)) return this.basculer(this.actif);
    const fils = noeud.fils ?? [];
    this.viser(fils.find((cle) => this.etat.noeuds[cle]?.retenu) ?? fils[0]);
  }

  viser(cle, reel = true) {
    if (!cle || !this.items.has(cle)) return;
    this.items.get(this.actif)?.setAttribute("tabindex", "-1");
    this.actif = cle;
    const item = this.items.get(cle);
    item.setAttribute("tabindex", "0");
    if (!reel) return;
    item.focus({ preventScroll: true });
    this.reveler(cle);
  }

  reveler(cle) {
    const x = this.abscisses[cle];
    const { scrollLeft, clientWidth } = this.cadre;
    const hors = x - this.place / 2 < scrollLeft || x + this.place / 2 > scrollLeft + clientWidth;
    if (hors) this.cadre.scrollLeft = x - clientWidth / 2;
    this.items.get(cle).scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  // --- affichage ---

  mourir() {
    this.mort = true;
    if (this.etat.noeuds) this.actualiser();
  }

  actualiser() {
    const e = this.etat;
    if (!e.noeuds) return;
    const stable = this.largeur === this.cadre.clientWidth;
    const repere = stable ? this.abscisses[this.actif] - this.cadre.scrollLeft : NaN;
    this.mesurer(e);
    this.rangees = niveaux(e, this.ouverts);
    const { abscisses, total } = placer(this.rangees, this.place, this.largeur);
    this.abscisses = abscisses;
    this.peindre(e);
    this.tracer(e);
    this.intituler(e);
    garnir(this.dessin, { width: total, height: this.rangees.length * this.pas - LIENS + MARGE }, []);
    if (this.mort) this.annoncer(NOYAU_PERDU, "alerte");
    else this.annoncer(e.statut, e.ton);
    this.deplierDetails(e);
    this.guetter(e);
    this.cadrer(repere);
  }

  // Le nœud actif ne bouge pas sous les yeux quand l'arbre s'élargit ; dans un cadre neuf, il est au milieu.
  cadrer(repere) {
    const milieu = this.largeur / 2;
    const voulu = Math.max(0, Math.min(repere, this.largeur));
    this.cadre.scrollLeft = this.abscisses[this.actif] - (Number.isNaN(voulu) ? milieu : voulu);
    this.suivreTitres();
  }

  mesurer(e) {
    this.largeur = Math.max(0, this.cadre.clientWidth);
    const minimum = Math.max(PLACE_MIN, 7 * e.largeur + 16);
    this.place = Math.max(minimum, Math.min(PLACE_MAX, Math.floor(this.largeur / Math.max(DE_FRONT, e.largeur))));
    this.echelle = (this.place - 16) / (e.largeur * PAS);
    this.haut = e.hauteur * PAS * this.echelle;
    this.pas = COUP + this.haut + PASTILLE + BOUTON + TITRE + LIENS;
  }

  sommet(cle) {
    return this.etat.noeuds[cle].niveau * this.pas;
  }

  peindre(e) {
    const cles = this.ordre(RACINE);
    const visibles = new Set(cles);
    for (const [cle, item] of this.items) {
      if (visibles.has(cle)) continue;
      item.remove();
      this.items.delete(cle);
    }
    if (!visibles.has(this.actif)) this.actif = cles.findLast((cle) => this.actif.startsWith(`${cle}.`)) ?? RACINE;
    let place = this.arbre.firstChild;
    for (const cle of cles) {
      const item = this.item(e, cle);
      if (item === place) place = place.nextSibling;
      else this.arbre.insertBefore(item, place);
    }
  }

  // L'ordre de lecture : un nœud, puis ce qui est déplié sous lui.
  ordre(cle) {
    const fils = this.ouverts.has(cle) ? this.etat.noeuds[cle].fils ?? [] : [];
    return [cle, ...fils.flatMap((f) => this.ordre(f))];
  }

  item(e, cle) {
    const noeud = e.noeuds[cle];
    const item = this.items.get(cle) ?? svg("g", { role: "treeitem", "data-cle": cle, tabindex: "-1" });
    this.items.set(cle, item);
    const ouvert = this.ouverts.has(cle);
    const attente = ouvert && noeud.depliable && !noeud.fils;
    item.setAttribute("transform", `translate(${this.abscisses[cle] - this.place / 2} ${this.sommet(cle)})`);
    item.setAttribute("class", `p4a-noeud p4a-${noeud.role}${noeud.ligne ? " p4a-sur-ligne" : ""}${noeud.retenu ? " p4a-retenu" : ""}`);
    item.setAttribute("tabindex", cle === this.actif ? "0" : "-1");
    this.situer(e, cle, noeud, item, ouvert);
    const signature = JSON.stringify([noeud, ouvert, attente, this.place]);
    if (item.signature !== signature) item.replaceChildren(...this.contenu(e, noeud, ouvert, attente));
    item.signature = signature;
    return item;
  }

  situer(e, cle, noeud, item, ouvert) {
    const freres = e.noeuds[this.parent(cle)]?.fils ?? [RACINE];
    garnir(item, {
      "aria-label": noeud.description,
      "aria-level": noeud.niveau + 1,
      "aria-setsize": freres.length,
      "aria-posinset": freres.indexOf(cle) + 1,
    }, []);
    if (noeud.depliable) item.setAttribute("aria-expanded", String(ouvert));
    else item.removeAttribute("aria-expanded");
  }

  contenu(e, noeud, ouvert, attente) {
    const milieu = this.place / 2;
    const bas = COUP + this.haut;
    const valeur = attente && noeud.valeur === "?" ? "calcul…" : SYMBOLES[noeud.role] + noeud.valeur;
    const largeur = Math.min(this.place - 6, Math.max(40, valeur.length * 8 + 12));
    const infobulle = svg("title");
    infobulle.textContent = noeud.description;
    return [
      infobulle,
      svg("rect", { x: 2, y: 1, width: this.place - 4, height: bas + PASTILLE + 5, rx: 6, class: "p4a-foyer" }),
      texte(noeud.coup || "racine", { x: milieu, y: 14, class: "p4a-coup" }),
      svg("g", { transform: `translate(8 ${COUP}) scale(${this.echelle})` }, ...grille(e, noeud)),
      svg("rect", { x: milieu - largeur / 2, y: bas + 3, width: largeur, height: PASTILLE - 4, rx: 5, class: "p4a-pastille" }),
      texte(valeur, { x: milieu, y: bas + 17.5, class: "p4a-valeur" }),
      ...(noeud.depliable ? this.poignee(milieu, bas + PASTILLE + 9, ouvert) : []),
    ];
  }

  poignee(x, y, ouvert) {
    const croix = ouvert ? `M${x - 4} ${y}h8` : `M${x - 4} ${y}h8M${x} ${y - 4}v8`;
    return [svg("circle", { cx: x, cy: y, r: 8, class: "p4a-poignee" }), svg("path", { d: croix, class: "p4a-signe" })];
  }

  tracer(e) {
    const traits = [...this.items.keys()].filter((cle) => cle !== RACINE).map((cle) => this.lien(e, cle));
    traits.sort((a, b) => a.force - b.force);
    this.liens.replaceChildren(...traits.map(({ trait }) => trait));
  }

  lien(e, cle) {
    const { ligne, retenu } = e.noeuds[cle];
    const force = ligne ? 2 : retenu ? 1 : 0;
    const [x0, x1] = [this.abscisses[this.parent(cle)], this.abscisses[cle]];
    const y1 = this.sommet(cle);
    const haut = y1 - LIENS;
    const d = `M${x0} ${haut - TITRE - 3}V${haut - 4}C${x0} ${y1 - 4} ${x1} ${haut + 4} ${x1} ${y1 + 1}`;
    return { force, trait: svg("path", { d, class: `p4a-lien p4a-force${force}` }) };
  }

  intituler(e) {
    const abrege = (nom) => (this.largeur < ETROIT ? nom.split(",")[0] : nom);
    const titre = (rang) => texte(abrege(e.niveaux[rang] ?? ""), { y: (rang + 1) * this.pas - LIENS - 8, class: "p4a-titre" });
    this.titres.replaceChildren(...this.rangees.map((_, rang) => titre(rang)));
  }

  suivreTitres() {
    for (const titre of this.titres.children) titre.setAttribute("x", this.cadre.scrollLeft + 4);
  }

  annoncer(message, ton) {
    this.statut.className = `p4a-statut p4a-ton-${ton}`;
    // Réécrire le même texte ferait répéter les lecteurs d'écran.
    if (this.statut.textContent !== message) this.statut.textContent = message;
  }

  deplierDetails(e) {
    const blocs = e.details.map(({ titre, texte: contenu }) =>
      html("details", {}, html("summary", {}, titre), html("pre", { tabindex: "0" }, contenu)),
    );
    if (this.details.textContent !== blocs.map((bloc) => bloc.textContent).join("")) this.details.replaceChildren(...blocs);
  }

  // Un nœud ouvert dont les fils n'arrivent pas : Python est occupé ailleurs.
  guetter(e) {
    const attendu = [...this.items.keys()].some((cle) => this.ouverts.has(cle) && e.noeuds[cle].depliable && !e.noeuds[cle].fils);
    clearTimeout(this.minuterie);
    if (attendu && e.ton !== "erreur" && !this.mort) {
      this.minuterie = setTimeout(() => this.annoncer("Le noyau est occupé : les fils arriveront dès qu'il sera libre.", "attente"), PATIENCE);
    }
  }
}

// --- le film : l'arbre des appels d'une fonction, et le temps -----------------------------------------
// Tout le film est dans « etat.film » : le dérouler ne demande rien à Python.
// Le Python d'un navigateur envoie None comme undefined : d'où « == null ».

const CADENCE = 450; // ms entre deux pas, en lecture
const TOUCHES = { n: "suivant", b: "precedent", l: "lecture", i: "fautif", c: "comparer" };
const nombre = (n, mot) => `${n} ${mot}${n > 1 ? "s" : ""}`;

export class Film extends Vue {
  constructor(model, racine) {
    super(model, racine);
    this.film = model.get("etat").film;
    this.forces = new Map(); // clé → ouvert ou non, quand on en a décidé
    this.relier();
    this.composer();
    this.aller(this.film.fautif == null ? this.duree : this.film.appels[this.film.fautif].sortie ?? this.duree);
  }

  // Les clés, les fils, et les instants où il se passe quelque chose.
  relier() {
    this.cles = [];
    this.enfants = this.film.appels.map(() => []);
    this.evenements = [];
    this.film.appels.forEach((appel, i) => {
      const freres = appel.parent < 0 ? [] : this.enfants[appel.parent];
      this.cles[i] = appel.parent < 0 ? RACINE : `${this.cles[appel.parent]}.${freres.length}`;
      freres.push(i);
      if (appel.gris) return; // une branche coupée : personne ne l'a appelée
      this.evenements.push([appel.entree, i, true]);
      if (appel.sortie != null) this.evenements.push([appel.sortie, i, false]);
    });
    this.evenements.sort((a, b) => a[0] - b[0]);
    this.instants = this.evenements.map(([instant]) => instant);
    this.duree = this.instants.at(-1) ?? 0;
    this.rangs = new Map(this.cles.map((cle, i) => [cle, i]));
  }

  batir(racine) {
    super.batir(racine);
    this.racine = racine;
    racine.classList.add("p4-film");
    racine.querySelector(".p4a-outils").remove();
    this.statut.classList.add("p4f-statut");
  }

  // Les commandes au-dessus de l'arbre ; la pile et le programme à côté.
  composer() {
    const { film } = this;
    this.curseur = html("input", { type: "range", min: 0, max: this.instants.length - 1, value: 0, class: "p4f-curseur", "aria-label": "Instant du film" });
    this.curseur.addEventListener("input", () => this.aller(this.instants[this.curseur.valueAsNumber]));
    this.boutonLecture = this.bouton("▶ Lecture", () => this.lecture());
    const commandes = html(
      "div",
      { class: "p4a-outils", role: "group", "aria-label": "Commandes du film" },
      this.bouton("|◀ Début", () => this.aller(this.instants[0])),
      this.bouton("◀ Pas", () => this.precedent()),
      this.boutonLecture,
      this.bouton("Pas ▶", () => this.suivant()),
      this.bouton("Fin ▶|", () => this.aller(this.duree)),
      ...(film.fautif == null ? [] : [this.bouton("⚠ Premier appel incohérent", () => this.fautif())]),
      ...(film.coupes ? [this.bascule()] : []),
    );
    this.compteur = html("p", { class: "p4f-compteur" });
    this.pile = html("ol", { class: "p4f-pile", "aria-label": "Pile des appels" });
    this.programme = html("div", { class: "p4f-programme", role: "region", tabindex: "0", "aria-label": "Votre programme" });
    const cote = html("div", { class: "p4f-cote" }, html("p", { class: "p4f-titre" }, "Appels en cours"), this.pile, html("p", { class: "p4f-titre" }, "Programme"), this.programme);
    const scene = html("div", { class: "p4f-scene" });
    this.cadre.replaceWith(scene);
    scene.append(this.cadre, cote);
    this.racine.prepend(commandes, this.curseur, this.compteur);
    this.racine.insertBefore(this.statut, scene);
    this.racine.querySelector(".p4a-aide").textContent +=
      " N : un pas en avant, B : un pas en arrière, L : lecture ou pause, I : le premier appel incohérent, C : avec ou sans les coupes.";
  }

  // Avec les coupes, la recherche telle qu'elle a eu lieu ; sans elles, ce qu'un min-max aurait exploré de plus, en gris.
  bascule() {
    this.boutonCoupes = this.bouton("Sans les coupes", () => this.comparer());
    garnir(this.boutonCoupes, { "aria-pressed": "false", title: "Montrer en gris les positions que les coupes (✂) ont épargnées (C)" }, []);
    return this.boutonCoupes;
  }

  get sansCoupes() {
    return this.boutonCoupes?.getAttribute("aria-pressed") === "true";
  }

  comparer() {
    if (!this.boutonCoupes) return;
    this.boutonCoupes.setAttribute("aria-pressed", String(!this.sansCoupes));
    this.derouler();
    if (this.sansCoupes && !this.griseVisible) this.ouvrirUneCoupe();
    this.montrer();
  }

  // Aucune branche grise n'est sous les yeux : le chemin de la dernière coupe faite s'ouvre.
  ouvrirUneCoupe() {
    const hote = this.film.appels.findLastIndex((appel) => appel.coupes && this.rendu(appel));
    if (hote < 0) return;
    this.actif = this.cles[hote];
    for (let cle = this.actif; cle; cle = this.parent(cle)) this.forces.set(cle, true);
  }

  // --- le temps ---

  get rang() {
    return Math.max(0, this.instants.findLastIndex((t) => t <= this.instant));
  }

  aller(instant) {
    this.instant = instant;
    this.forces = new Map([...this.forces].filter(([cle]) => this.appelDe(cle)?.entree <= instant));
    const [, i] = this.evenements[this.rang] ?? [0, 0];
    this.actif = this.cles[i] ?? RACINE; // au milieu du cadre, sans prendre le focus
    this.montrer();
  }

  suivant() {
    this.aller(this.instants[Math.min(this.rang + 1, this.instants.length - 1)]);
  }

  precedent() {
    this.aller(this.instants[Math.max(this.rang - 1, 0)]);
  }

  fautif() {
    const { fautif, appels } = this.film;
    if (fautif == null) return;
    this.arreter();
    for (let cle = this.cles[fautif]; cle; cle = this.parent(cle)) this.forces.delete(cle); // le chemin s'ouvre
    this.aller(appels[fautif].sortie ?? this.duree);
    this.viser(this.cles[fautif]);
  }

  lecture() {
    if (this.horloge) return this.arreter();
    if (this.instant >= this.duree) this.aller(this.instants[0]);
    this.boutonLecture.textContent = "⏸ Pause";
    this.statut.setAttribute("aria-live", "off"); // un lecteur d'écran ne suivrait pas
    this.horloge = setInterval(() => {
      this.suivant();
      if (this.instant >= this.duree) this.arreter();
    }, CADENCE);
  }

  arreter() {
    clearInterval(this.horloge);
    this.horloge = undefined;
    this.boutonLecture.textContent = "▶ Lecture";
    this.statut.removeAttribute("aria-live");
  }

  // --- ce que l'on voit à cet instant ---

  appelDe(cle) {
    return this.film.appels[this.rangs.get(cle)];
  }

  enCours(appel) {
    return !appel.gris && appel.entree <= this.instant && (appel.sortie == null || this.instant <= appel.sortie);
  }

  rendu(appel) {
    return appel.sortie != null && appel.sortie <= this.instant;
  }

  get etat() {
    return this.vu ?? { ...this.model.get("etat"), noeuds: undefined };
  }

  get ouverts() {
    return this.deplies ?? new Set([RACINE]);
  }

  // Déplié : ce qui est sur la pile, et ce que l'on a choisi.
  derouler() {
    this.deplies = new Set();
    this.griseVisible = false;
    const noeuds = {};
    const visiter = (i) => {
      const appel = this.film.appels[i];
      const cle = this.cles[i];
      const visibles = this.enfants[i].filter((f) => this.visible(this.film.appels[f]));
      noeuds[cle] = this.noeud(appel, i, visibles);
      this.griseVisible ||= Boolean(appel.gris);
      if (!(this.forces.get(cle) ?? (this.enCours(appel) || i === 0))) return;
      this.deplies.add(cle);
      visibles.forEach(visiter);
    };
    if (this.film.appels.length) visiter(0);
    this.vu = { ...this.model.get("etat"), noeuds, ligne: [], niveaux: [] };
  }

  visible(appel) {
    return appel.entree <= this.instant && (!appel.gris || this.sansCoupes);
  }

  noeud(appel, i, visibles) {
    const fini = this.rendu(appel);
    const attente = "pas encore fini à cet instant";
    return {
      niveau: this.cles[i].split(".").length - 1,
      coup: appel.coup,
      colonnes: appel.grille ? appel.grille.split("/") : null,
      nom: appel.nom,
      gagnantes: appel.gagnantes,
      dernier: appel.dernier,
      role: appel.role,
      valeur: fini ? appel.valeur : appel.sortie == null && this.instant >= this.duree ? "✗" : "…",
      depliable: visibles.length > 0,
      fils: visibles.map((f) => this.cles[f]),
      ligne: this.enCours(appel) && i !== 0,
      retenu: fini && !appel.gris && appel.sortie === this.instant,
      description: fini || appel.sortie == null ? appel.dit : `${appel.dit.split("\u00a0: ")[0]}\u00a0: ${attente}`,
      fautif: i === this.film.fautif && fini,
      fenetre: appel.fenetre,
      coupes: fini && !this.sansCoupes ? appel.coupes ?? 0 : 0,
      epargne: appel.gris ? appel.dessous - (visibles.length ? appel.dessous : 0) : appel.epargne,
      exact: appel.exact,
      gris: appel.gris,
      souvenir: appel.souvenir,
    };
  }

  montrer() {
    this.derouler();
    const rang = this.rang;
    this.curseur.value = rang;
    this.raconter(rang);
    this.empiler();
    this.eclairer(rang);
    this.compter();
    this.actualiser();
  }

  raconter(rang) {
    const [, i, entree] = this.evenements[rang] ?? [0, 0, true];
    const appel = this.film.appels[i];
    const pas = `Pas ${rang + 1} sur ${this.instants.length}\u00a0: `;
    const fait = !appel ? "" : entree ? `appel de ${appel.nom}, ${appel.coup}` : `${appel.nom}, ${appel.coup}, renvoie ${appel.valeur}`;
    const faute = !entree && i === this.film.fautif;
    this.dit = faute ? this.film.phrase : rang === this.instants.length - 1 ? this.film.resume : pas + fait;
    this.vu.statut = this.dit;
    this.vu.ton = faute ? "erreur" : "info";
    this.curseur.setAttribute("aria-valuetext", pas + fait);
  }

  empiler() {
    const pile = this.film.appels.map((appel, i) => [appel, i]).filter(([appel]) => this.enCours(appel));
    this.pile.replaceChildren(
      ...pile.map(([appel, i]) => {
        const ligne = html("li", {}, `${appel.nom}${this.rendu(appel) ? ` → ${appel.valeur}` : ""}${appel.fenetre ? ` ${appel.fenetre}` : ""}`);
        if (i === this.film.fautif) ligne.classList.add("p4f-fautif");
        return ligne;
      }),
    );
  }

  // La ligne d'où part l'appel ; quand il finit, la même, où sa valeur arrive.
  eclairer(rang) {
    const [, i, entree] = this.evenements[rang] ?? [0, 0, true];
    const { lieu, ligne, valeur } = this.film.appels[i] ?? {};
    const [debut, lignes] = this.film.sources[lieu] ?? Object.values(this.film.sources)[0] ?? [1, []];
    if (this.lu !== lignes) {
      this.lu = lignes;
      this.programme.replaceChildren(...lignes.map((texte, n) => html("div", { "data-ligne": debut + n }, texte || " ")));
    }
    for (const noeud of this.programme.children) {
      const active = Number(noeud.dataset.ligne) === ligne;
      noeud.classList.toggle("p4f-ligne", active);
      if (active) noeud.setAttribute("aria-current", "step");
      else noeud.removeAttribute("aria-current");
      if (active && !entree) noeud.dataset.recu = valeur;
      else delete noeud.dataset.recu;
      if (active) this.programme.scrollTop = Math.max(0, noeud.offsetTop - this.programme.offsetTop - 60);
    }
    this.programme.hidden = !lignes.length;
  }

  compter() {
    const vus = this.film.appels.filter((appel) => !appel.gris && appel.entree <= this.instant);
    const finis = vus.filter((appel) => this.rendu(appel));
    const feuilles = finis.filter(({ role, souvenir }) => (role === "feuille" || role === "fin") && !souvenir).length;
    const relus = finis.filter(({ souvenir }) => souvenir).length;
    const morceaux = [`Appels\u00a0: ${vus.length}`, `feuilles évaluées\u00a0: ${feuilles}`];
    if (this.film.coupes) morceaux.push(...this.compterCoupes(vus.length, finis));
    if (relus) morceaux.push(`relus d'une mémoire\u00a0: ${relus}`);
    this.compteur.textContent = morceaux.join(" ; ");
  }

  compterCoupes(appels, finis) {
    const [coupes, epargne] = ["coupes", "epargne"].map((nom) => finis.reduce((n, appel) => n + appel[nom], 0));
    const moins = finis.every(({ exact }) => exact) ? "" : "au moins ";
    const faites = `branches coupées\u00a0: ${coupes} (${moins}${nombre(epargne, "position")} épargnée${epargne > 1 ? "s" : ""})`;
    return this.sansCoupes ? [faites, `sans les coupes\u00a0: ${moins}${nombre(appels + epargne, "appel")} au lieu de ${appels}`] : [faites];
  }

  // --- déplier, clavier ---

  basculer(cle) {
    if (!this.etat.noeuds[cle]?.depliable) return;
    this.forces.set(cle, !this.ouverts.has(cle));
    this.montrer();
  }

  clavier(evenement) {
    const action = TOUCHES[evenement.key.toLowerCase()];
    if (action && !evenement.ctrlKey && !evenement.metaKey && !evenement.altKey) {
      evenement.stopPropagation();
      evenement.preventDefault();
      return this[action]();
    }
    if (evenement.target === this.curseur) return evenement.stopPropagation();
    super.clavier(evenement);
  }

  // --- dessin ---

  item(e, cle) {
    const item = super.item(e, cle);
    item.classList.toggle("p4f-fautif", e.noeuds[cle].fautif);
    item.classList.toggle("p4f-gris", Boolean(e.noeuds[cle].gris));
    return item;
  }

  contenu(e, noeud, ouvert, attente) {
    const milieu = this.place / 2;
    const base = super.contenu(e, noeud.colonnes ? noeud : { ...noeud, colonnes: [] }, ouvert, attente);
    const y = COUP + this.haut + PASTILLE + BOUTON + 13;
    const dite = [noeud.fenetre, noeud.souvenir ? "relu" : ""].filter(Boolean).join(" ");
    const rayures = Array.from({ length: noeud.coupes }, (_, i) => {
      const x = milieu + (i - (noeud.coupes - 1) / 2) * 12;
      return svg("path", { d: `M${milieu} ${y + 4}L${x} ${y + 18}m-4 -4l8 8m0 -8l-8 8`, class: "p4f-coupe" });
    });
    const note = (contenu, bas) => (contenu ? [texte(contenu, { x: milieu, y: y + bas, class: "p4f-note" })] : []);
    return [...base, ...rayures, ...note(dite, 0), ...note(this.epargne(noeud), noeud.gris ? 0 : 34)];
  }

  // Ce que les coupes d'un appel ont épargné ; sous une branche grise, ce qui n'est pas dessiné.
  epargne({ coupes, gris, epargne, exact }) {
    if (!epargne || (!coupes && !gris)) return "";
    return `${gris ? "+" : "✂ −"}${epargne}${exact ? "" : "…"}`;
  }

  lien(e, cle) {
    const lien = super.lien(e, cle);
    if (e.noeuds[cle].gris) lien.trait.classList.add("p4f-lien-gris");
    return lien;
  }

  guetter() {} // tout est déjà là : rien à attendre de Python
}

async function render({ model, el }) {
  const racine = html("div", { class: "p4-arbre", lang: "fr" });
  el.append(racine);
  const canal = await model.widget_manager.get_model(model.get("canal").replace("IPY_MODEL_", ""));
  if (canal.get("etat").film) return filmer(canal, racine);
  const vue = new Vue(canal, racine);
  const suivre = () => vue.actualiser();
  suivre();
  canal.on("change:etat", suivre);
  canal.on("change:ouverts", suivre);
  const mourir = () => canal.comm_live === false && vue.mourir();
  canal.on("comm_live_update", mourir);
  mourir();
  const guetteur = globalThis.ResizeObserver && new ResizeObserver(() => vue.largeur !== vue.cadre.clientWidth && suivre());
  guetteur?.observe(vue.cadre);
  return () => {
    canal.off("change:etat", suivre);
    canal.off("change:ouverts", suivre);
    canal.off("comm_live_update", mourir);
    guetteur?.disconnect();
    clearTimeout(vue.minuterie);
  };
}

function filmer(canal, racine) {
  const vue = new Film(canal, racine);
  const guetteur = globalThis.ResizeObserver && new ResizeObserver(() => vue.largeur !== vue.cadre.clientWidth && vue.actualiser());
  guetteur?.observe(vue.cadre);
  return () => {
    guetteur?.disconnect();
    vue.arreter();
  };
}

export default { render };
