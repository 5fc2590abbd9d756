// Le plateau cliquable : une grille SVG, une colonne de boutons par-dessus, une ligne d'état, une barre d'actions.
// Tout ce qui s'affiche vient du trait « etat » du canal ; un clic est peint aussitôt, puis Python l'accepte ou le refuse.

const CASE = 100;
const BORD = 14;
const RAYON = 40;
const NUMEROS = 46;
const PATIENCE = 2000; // ms avant de dire que le noyau est occupé
const SVG = "http://www.w3.org/2000/svg";
const COULEURS = { 1: "jaune", 2: "rouge" };

// --- petits outils du document -------------------------------------------------------------

function html(balise, attributs = {}, ...enfants) {
  const noeud = document.createElement(balise);
  for (const [nom, valeur] of Object.entries(attributs)) noeud.setAttribute(nom, valeur);
  noeud.append(...enfants);
  return noeud;
}

function svg(balise, attributs = {}, ...enfants) {
  const noeud = document.createElementNS(SVG, balise);
  for (const [nom, valeur] of Object.entries(attributs)) noeud.setAttribute(nom, valeur);
  noeud.append(...enfants);
  return noeud;
}

function mouvementReduit() {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

// Le numéro que l'on montre d'une colonne : chaque TP compte à partir de 0 ou de 1.
const numero = (etat, x) => x + etat.origine;

// --- dessin --------------------------------------------------------------------------------

function centre(etat, x, y) {
  return [x * CASE + CASE / 2, CASE + (etat.hauteur - 1 - y) * CASE + CASE / 2];
}

function marque(joueur) {
  const r = RAYON * 0.45;
  return joueur === 1
    ? svg("circle", { r, class: "p4-marque" })
    : svg("path", { d: `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`, class: "p4-marque" });
}

function pion(joueur) {
  const corps = svg("g", { class: "p4-chute" }, svg("circle", { r: RAYON + 4, class: "p4-disque" }), marque(joueur));
  return svg("g", { class: `p4-pion p4-j${joueur}` }, corps);
}

function placer(noeud, x, y) {
  noeud.setAttribute("transform", `translate(${x} ${y})`);
  return noeud;
}

function fond(etat, masque) {
  const trous = [];
  for (let x = 0; x < etat.largeur; x++) {
    for (let y = 0; y < etat.hauteur; y++) {
      const [cx, cy] = centre(etat, x, y);
      trous.push(svg("circle", { cx, cy, r: RAYON, fill: "#000" }));
    }
  }
  const cadre = { x: -BORD, y: CASE - 4, width: etat.largeur * CASE + 2 * BORD, height: etat.hauteur * CASE + BORD + 4 };
  return [
    svg("mask", { id: masque }, svg("rect", { ...cadre, fill: "#fff" }), ...trous),
    svg("rect", { ...cadre, rx: 22, class: "p4-face", mask: `url(#${masque})` }),
  ];
}

function numeros(etat) {
  const y = CASE * (etat.hauteur + 1) + BORD + 36;
  return Array.from({ length: etat.largeur }, (_, x) => {
    const texte = svg("text", { x: x * CASE + CASE / 2, y, class: "p4-numero" });
    texte.textContent = numero(etat, x);
    return texte;
  });
}

function petitPion(joueur) {
  const image = svg("svg", { viewBox: "-46 -46 92 92", class: "p4-petit", "aria-hidden": "true" }, pion(joueur));
  return image;
}

// Les dessins des boutons, au trait, dans un carré de 16.
const ICONES = {
  nouvelle: "M8 2.5V13.5M2.5 8H13.5",
  annuler: "M6 2.5L2.5 6L6 9.5M2.5 6H9.5A3.75 3.75 0 0 1 9.5 13.5H6",
  refaire: "M10 2.5L13.5 6L10 9.5M13.5 6H6.5A3.75 3.75 0 0 0 6.5 13.5H10",
  pause: "M5 3V13M11 3V13",
  lecture: "M4 2.5L13.5 8L4 13.5Z",
  conseil: "M5.8 10.5A4.2 4.2 0 1 1 10.2 10.5V11.5H5.8ZM6.5 14H9.5",
  analyse: "M2 2V14H14M5.5 11.5V8M8.5 11.5V4M11.5 11.5V6.5",
  reglages: "M2 4.5H14M2 11.5H14M5.5 2.5V6.5M10.5 9.5V13.5",
};

const icone = (nom) => svg("svg", { viewBox: "0 0 16 16", class: "p4-icone", "aria-hidden": "true" }, svg("path", { d: ICONES[nom] }));

// --- la partie d'un plateau que son noyau a quitté, gardée pour celui qui prendra sa place ---

const MORTS = ["restarting", "autorestarting", "terminating", "dead"];
const MEMOIRE = "p4-partie:";
const noyauPerdu = (suite) =>
  `Le noyau a redémarré ou s'est arrêté\u00a0: ce plateau ne répond plus. Exécutez de nouveau les cellules jusqu'à celle-ci${suite}.`;

// Le même plateau, exécuté de nouveau : même grille, mêmes joueurs.
function signature(e) {
  return MEMOIRE + JSON.stringify([e.hauteur, e.origine, e.depart, e.joueurs.map(({ nom }) => nom).sort()]);
}

function memoire() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null; // page où le navigateur ne garde rien
  }
}

function partieGardee(e) {
  const coups = JSON.parse(memoire()?.getItem(signature(e)) ?? "[]");
  return coups.length > e.coups.length ? coups : [];
}

// --- la vue --------------------------------------------------------------------------------

class Vue {
  constructor(model, canal, racine) {
    this.model = model;
    this.canal = canal;
    this.racine = racine;
    this.pions = new Map(); // « x,y » → { joueur, noeud }
    this.colonne = null; // colonne survolée ou au clavier
    this.attente = null; // { version, refus } du clic que Python n'a pas encore jugé
    this.minuterie = null;
    this.bati = "";
    this.mort = false; // le noyau n'est plus là
    this.repere = html("div", { class: "p4-joueurs" });
    this.plan = html("div", { class: "p4-plan" });
    this.statut = html("p", { class: "p4-statut", role: "status" });
    this.details = html("div", { class: "p4-details" });
    this.feuille = html("div", { class: "p4-feuille" });
    this.legende = html("p", { class: "p4-legende" });
    this.reprise = html("div", { class: "p4-reprise" });
    const jeu = html("div", { class: "p4-jeu" }, this.repere, this.plan);
    const suite = html("div", { class: "p4-suite" }, this.statut, this.reprise, this.legende, this.details, this.feuille);
    this.barre = html("div", { class: "p4-barre", role: "group", "aria-label": "Actions" });
    racine.append(html("div", { class: "p4-corps" }, jeu, suite), this.barre);
    this.touche = (evenement) => this.clavier(evenement);
    document.addEventListener("keydown", this.touche, true);
    racine.addEventListener("click", (evenement) => this.retenir(evenement));
  }

  get etat() {
    return this.canal.get("etat");
  }

  batir() {
    const e = this.etat;
    const hauteur = CASE * (e.hauteur + 1) + BORD + NUMEROS;
    const largeur = CASE * e.largeur + 2 * BORD;
    const masque = `p4-masque-${Math.random().toString(36).slice(2)}`;
    this.survol = svg("rect", { y: CASE, width: CASE, height: CASE * e.hauteur, class: "p4-survol", visibility: "hidden" });
    this.couche = svg("g");
    this.cible = svg("circle", { r: RAYON - 5, class: "p4-cible", visibility: "hidden" });
    this.fantome = svg("g", { class: "p4-fantome", visibility: "hidden" });
    this.dessus = svg("g");
    this.dessin = svg("svg", { viewBox: `${-BORD} 0 ${largeur} ${hauteur}`, "aria-hidden": "true" });
    this.dessin.append(this.couche, ...fond(e, masque), this.survol, this.cible, this.fantome, this.dessus, ...numeros(e));
    this.notes = html("div", { class: "p4-notes", "aria-hidden": "true" });
    this.boutons = Array.from({ length: e.largeur }, (_, x) => this.bouton(x, largeur));
    const groupe = html("div", { class: "p4-colonnes", role: "group", "aria-label": this.mode_emploi(e) }, ...this.boutons);
    this.racine.style.setProperty("--p4-largeur", `${e.largeur * 72 + 16}px`);
    this.racine.style.setProperty("--p4-forme", largeur / hauteur);
    this.plan.replaceChildren(this.notes, html("div", { class: "p4-grille" }, this.dessin, groupe));
    this.pions.clear();
    this.focus(Math.floor(e.largeur / 2), false);
  }

  mode_emploi(e) {
    return (
      `Grille de Puissance 4, ${e.largeur} colonnes et ${e.hauteur} rangées. ` +
      `Flèches pour choisir une colonne, Entrée pour jouer, chiffres ${numero(e, 0)} à ${Math.min(9, numero(e, e.largeur - 1))} ` +
      "pour jouer directement, Retour arrière pour annuler."
    );
  }

  bouton(x, largeur) {
    const bouton = html("button", { type: "button", class: "p4-colonne", tabindex: "-1" });
    bouton.style.left = `${(100 * (BORD + x * CASE)) / largeur}%`;
    bouton.style.width = `${(100 * CASE) / largeur}%`;
    bouton.addEventListener("click", () => this.jouer(x));
    bouton.addEventListener("pointerenter", (evenement) => evenement.pointerType !== "touch" && this.viser(x));
    bouton.addEventListener("pointerleave", () => this.viser(null));
    bouton.addEventListener("focus", () => this.viser(bouton.matches(":focus-visible") ? x : this.colonne));
    bouton.addEventListener("blur", () => this.viser(null));
    return bouton;
  }

  // --- actions de la personne ---

  // Le plateau garde les touches qu'on peut vouloir lui taper ; sinon JupyterLab les prendrait pour ses raccourcis
  // (1 : titre, x : couper la cellule, 0 0 : redémarrer le noyau…). Tab, Échap et Ctrl + … restent à la page.
  clavier(evenement) {
    if (evenement.ctrlKey || evenement.metaKey || evenement.altKey || !this.boite.contains(evenement.target)) return;
    if (evenement.key.length > 1 && !/^(Enter|Backspace|Delete|Home|End|Arrow.*)$/.test(evenement.key)) return;
    if (evenement.target.matches("input, select, textarea")) return; // un champ des réglages : tout y est à lui
    evenement.stopPropagation();
    if (evenement.target.closest(".p4-details")) return;
    const surColonne = this.boutons.indexOf(evenement.target);
    const actions = {
      ArrowLeft: () => this.focus(surColonne - 1, true),
      ArrowRight: () => this.focus(surColonne + 1, true),
      Home: () => this.focus(0, true),
      End: () => this.focus(this.boutons.length - 1, true),
      Enter: () => this.jouer(surColonne),
      " ": () => this.jouer(surColonne),
    };
    let action = surColonne >= 0 ? actions[evenement.key] : undefined;
    if (/^[0-9]$/.test(evenement.key)) action = () => this.chiffre(Number(evenement.key));
    if (evenement.key === "Backspace") action = () => this.envoyer({ action: "annuler" });
    if (!action) return;
    evenement.preventDefault();
    if (!evenement.repeat || evenement.key.startsWith("Arrow")) action();
  }

  // Cliqué à côté de ses boutons, le plateau prend le clavier : la cellule de JupyterLab l'aurait pris.
  retenir(evenement) {
    if (evenement.target.closest("button, summary, pre, input, select") || !getSelection().isCollapsed) return;
    this.boutons?.find((bouton) => bouton.tabIndex === 0)?.focus({ preventScroll: true });
  }

  // Le plateau entier, boutons compris.
  get boite() {
    return this.racine.closest(".widget-vbox") ?? this.racine;
  }

  chiffre(n) {
    const e = this.etat;
    const x = n - e.origine;
    if (x >= 0 && x < e.largeur) return this.jouer(x, true);
    const bornes = `elles vont de ${numero(e, 0)} à ${numero(e, e.largeur - 1)}`;
    if (e.jouables.length) this.annoncer(`Il n'y a pas de colonne ${n}\u00a0: ${bornes}. ${e.statut}`, e.ton);
  }

  focus(x, reel) {
    const cible = Math.max(0, Math.min(x, this.boutons.length - 1));
    this.boutons.forEach((bouton, i) => bouton.setAttribute("tabindex", i === cible ? "0" : "-1"));
    if (reel) this.boutons[cible].focus();
  }

  jouer(x, clavier = false) {
    const e = this.etat;
    if (this.attente || this.mort) return;
    if (!e.jouables.includes(x)) return this.refuser(x, e);
    this.attente = { version: e.version, refus: e.refus };
    this.focus(x, clavier);
    this.poser(x, e.colonnes[x].length, e.trait, true);
    this.etiqueter(e); // plus rien n'est jouable tant que Python n'a pas répondu
    this.viser(this.colonne);
    this.envoyer({ action: "jouer", x, version: e.version });
    this.minuterie = setTimeout(() => this.annoncer("Le noyau est occupé : votre coup partira dès qu'il sera libre."), PATIENCE);
  }

  refuser(x, e) {
    // Ailleurs (partie finie, machine qui réfléchit), la ligne d'état dit déjà pourquoi rien ne se joue.
    if (e.jouables.length && e.colonnes[x].length >= e.hauteur) this.annoncer(`La colonne ${numero(e, x)} est pleine. ${e.statut}`, e.ton);
  }

  envoyer(message) {
    if (!this.mort) this.model.send(message);
  }

  // --- le noyau s'en va, la partie reste ---

  // Un redémarrage ferme le canal ; un noyau qui tombe de lui-même ne se voit qu'à son état.
  veiller() {
    const noyau = this.model.widget_manager?.kernel;
    const selon = (_noyau, etat) => MORTS.includes(etat) && this.mourir();
    const canal = () => this.canal.comm_live === false && this.mourir();
    noyau?.statusChanged?.connect(selon);
    this.canal.on("comm_live_update", canal);
    canal();
    return () => {
      noyau?.statusChanged?.disconnect(selon);
      this.canal.off("comm_live_update", canal);
    };
  }

  mourir() {
    const e = this.etat;
    if (this.mort || !e.colonnes) return;
    this.mort = true;
    this.attente = null;
    clearTimeout(this.minuterie);
    if (e.coups.length) memoire()?.setItem(signature(e), JSON.stringify(e.coups));
    this.actualiser();
    for (const champ of this.boite.querySelectorAll(".jupyter-button, .widget-inline-hbox :is(input, select)")) champ.disabled = true;
  }

  proposer(e) {
    const coups = this.mort ? [] : partieGardee(e);
    this.reprise.classList.toggle("p4-vide", !coups.length);
    if (!coups.length) return this.reprise.replaceChildren();
    const bouton = (texte, action) => {
      const noeud = html("button", { type: "button", class: "p4-copier" }, texte);
      noeud.addEventListener("click", action);
      return noeud;
    };
    const oublier = () => {
      memoire()?.removeItem(signature(e));
      this.proposer(this.etat);
    };
    const reprendre = () => {
      this.envoyer({ action: "reprendre", coups });
      oublier();
    };
    const nombre = `${coups.length} coup${coups.length > 1 ? "s" : ""}`;
    this.reprise.replaceChildren(`Une partie interrompue (${nombre}) vous attend. `, bouton("Reprendre", reprendre), bouton("Oublier", oublier));
  }

  viser(x) {
    this.colonne = x;
    const e = this.etat;
    const visible = x !== null && !this.attente && !this.mort && e.jouables.includes(x);
    for (const noeud of [this.fantome, this.cible, this.survol]) noeud.setAttribute("visibility", visible ? "visible" : "hidden");
    if (!visible) return;
    if (this.fantome.dataset.joueur !== String(e.trait)) {
      this.fantome.replaceChildren(pion(e.trait));
      this.fantome.dataset.joueur = e.trait;
    }
    placer(this.fantome, x * CASE + CASE / 2, CASE / 2);
    placer(this.cible, ...centre(e, x, e.colonnes[x].length));
    this.cible.setAttribute("class", `p4-cible p4-j${e.trait}`);
    this.survol.setAttribute("x", x * CASE);
  }

  // --- affichage de l'état ---

  actualiser() {
    const e = this.etat;
    if (!e.colonnes) return;
    this.racine.classList.toggle("p4-mort", this.mort);
    this.debloquer(e);
    const forme = `${e.largeur}×${e.hauteur}, ${e.origine}`;
    if (forme !== this.bati) this.batir();
    this.peindre(e, forme === this.bati);
    this.bati = forme;
    this.marquer(e);
    this.nommer(e);
    this.noter(e);
    this.etiqueter(e);
    if (this.mort) this.annoncer(noyauPerdu(e.coups.length ? "\u00a0: la partie pourra y reprendre" : ""), "alerte");
    else this.annoncer(e.statut, e.ton);
    this.legende.textContent = e.legende;
    this.proposer(e);
    this.barrer(e);
    this.deplier(e);
    this.lister(e);
    this.viser(this.colonne);
  }

  debloquer(e) {
    // Un état publié entre le clic et la réponse de Python ne doit pas effacer le pion déjà peint.
    if (this.attente && this.attente.version === e.version && this.attente.refus === e.refus) return;
    this.attente = null;
    clearTimeout(this.minuterie);
  }

  peindre(e, anime) {
    const voulus = new Map();
    e.colonnes.forEach((colonne, x) => [...colonne].forEach((j, y) => voulus.set(`${x},${y}`, [x, y, Number(j)])));
    if (!this.attente) {
      for (const [cle, { joueur, noeud }] of this.pions) {
        if (voulus.get(cle)?.[2] === joueur) continue;
        noeud.remove();
        this.pions.delete(cle);
      }
    }
    const nouveaux = [...voulus].filter(([cle]) => !this.pions.has(cle));
    for (const [, [x, y, joueur]] of nouveaux) this.poser(x, y, joueur, anime && nouveaux.length <= 2);
  }

  poser(x, y, joueur, anime) {
    const [cx, cy] = centre(this.etat, x, y);
    const noeud = placer(pion(joueur), cx, cy);
    this.couche.append(noeud);
    this.pions.set(`${x},${y}`, { joueur, noeud });
    if (anime && !mouvementReduit()) this.tomber(noeud.firstChild, cy - CASE / 2);
  }

  tomber(noeud, distance) {
    const a = (y) => ({ transform: `translateY(${y}px)` });
    noeud.animate?.(
      [
        { ...a(-distance), easing: "cubic-bezier(.45,0,1,.8)" },
        { ...a(0), offset: 0.72, easing: "cubic-bezier(0,.3,.4,1)" },
        { ...a(-distance * 0.05), offset: 0.86, easing: "cubic-bezier(.6,0,1,.7)" },
        a(0),
      ],
      { duration: 130 + 130 * Math.sqrt(distance / CASE) },
    );
  }

  marquer(e) {
    const gagnantes = new Set(e.gagnantes.map(([x, y]) => `${x},${y}`));
    for (const [cle, { noeud }] of this.pions) noeud.classList.toggle("p4-eteint", gagnantes.size > 0 && !gagnantes.has(cle));
    const anneaux = e.gagnantes.flatMap(([x, y]) =>
      ["p4-anneau-fond", "p4-anneau"].map((nom) => placer(svg("circle", { r: RAYON + 1, class: nom }), ...centre(e, x, y))),
    );
    const point = e.dernier ? [placer(svg("circle", { r: 9, class: "p4-dernier" }), ...centre(e, ...e.dernier))] : [];
    this.dessus.replaceChildren(...anneaux, ...point);
  }

  nommer(e) {
    const carte = (joueur) => {
      const { nom, points } = e.joueurs[joueur - 1];
      const actif = !e.finie && e.trait === joueur;
      const etiquette = html("span", { class: "p4-nom" }, nom);
      const score = html("span", { class: "p4-points" }, String(points));
      return html("span", { class: `p4-carte${actif ? " p4-actif" : ""}` }, petitPion(joueur), etiquette, score);
    };
    const nulles = html("span", { class: "p4-nulles" }, e.nulles ? `${e.nulles} nulle${e.nulles > 1 ? "s" : ""}` : "");
    this.repere.replaceChildren(carte(1), nulles, carte(2));
  }

  noter(e) {
    this.notes.classList.toggle("p4-vide", !e.notes.length && !e.conseils.length && !e.suivi);
    this.notes.replaceChildren(
      ...Array.from({ length: e.largeur }, (_, x) => {
        const note = e.notes[x];
        const conseil = e.conseils.includes(x);
        const signe = note ? ["p4-moins", "p4-zero", "p4-plus"][note.signe + 1] : "p4-sans";
        const texte = `${conseil ? "★" : ""}${note?.texte ?? ""}`;
        return html("span", { class: `p4-note ${signe}${conseil ? " p4-conseil" : ""}` }, texte);
      }),
    );
  }

  etiqueter(e) {
    this.boutons.forEach((bouton, x) => {
      const contenu = [...e.colonnes[x]].map((j) => COULEURS[j]).join(", ");
      const pleine = e.colonnes[x].length >= e.hauteur;
      const morceaux = [`Colonne ${numero(e, x)}`, pleine ? "pleine" : "", contenu ? `de bas en haut : ${contenu}` : "vide"];
      if (e.notes[x]) morceaux.push(`note ${e.notes[x].texte}`);
      if (e.conseils.includes(x)) morceaux.push("conseillée");
      bouton.setAttribute("aria-label", morceaux.filter(Boolean).join(", "));
      bouton.setAttribute("aria-disabled", String(Boolean(this.attente) || this.mort || !e.jouables.includes(x)));
    });
  }

  annoncer(texte, ton = "attente") {
    this.statut.className = `p4-statut p4-ton-${ton}`;
    // Réécrire le même texte ferait répéter les lecteurs d'écran.
    if (this.statut.textContent !== texte) this.statut.textContent = texte;
  }

  // Un bouton reste le même d'un état à l'autre, et à sa place : il garde le focus.
  barrer(e) {
    const anciens = new Map([...this.barre.children].map((bouton) => [bouton.dataset.action, bouton]));
    const voulus = e.barre.map((voulu) => this.habiller(anciens.get(voulu.action) ?? this.action(voulu.action), voulu));
    for (const bouton of anciens.values()) if (!voulus.includes(bouton)) bouton.remove();
    voulus.forEach((bouton, i) => bouton !== this.barre.children[i] && this.barre.insertBefore(bouton, this.barre.children[i] ?? null));
  }

  action(action) {
    const bouton = html("button", { type: "button", class: "p4-bouton", "data-action": action });
    bouton.addEventListener("click", () => this.envoyer({ action }));
    return bouton;
  }

  habiller(bouton, { texte, bulle, icone: dessin, actif, enfonce }) {
    if (bouton.textContent !== texte) bouton.replaceChildren(icone(dessin), texte);
    bouton.title = bulle;
    bouton.disabled = this.mort || !actif;
    if (enfonce !== null) bouton.setAttribute("aria-pressed", String(enfonce));
    return bouton;
  }

  deplier(e) {
    const blocs = e.details.map(({ titre, texte }) =>
      html("details", {}, html("summary", {}, titre), html("pre", { tabindex: "0" }, texte)),
    );
    const avant = this.details.textContent;
    if (avant !== blocs.map((bloc) => bloc.textContent).join("")) this.details.replaceChildren(...blocs);
  }

  lister(e) {
    const cle = JSON.stringify([e.coups, e.curseur, e.copies]);
    if (cle === this.cleListe) return;
    this.cleListe = cle;
    const premier = this.pas(e, 0, "début", "Début de la partie");
    const pas = e.coups.map((x, i) => this.pas(e, i + 1, String(numero(e, x)), `Coup ${i + 1} : colonne ${numero(e, x)}`));
    const liste = html("ol", { class: "p4-coups", "aria-label": "Coups joués" }, premier, ...pas);
    const actif = this.feuille.contains(document.activeElement) ? document.activeElement.dataset.cle : null;
    this.feuille.replaceChildren(...(e.coups.length ? [liste] : []), ...e.copies.map((copie) => this.copieur(copie)));
    if (actif) this.feuille.querySelector(`[data-cle="${actif}"]`)?.focus();
  }

  pas(e, nombre, texte, libelle) {
    const bouton = html("button", { type: "button", class: "p4-pas", "aria-label": libelle, "data-cle": `pas${nombre}` }, texte);
    if (nombre === e.curseur) bouton.setAttribute("aria-current", "step");
    bouton.addEventListener("click", () => this.envoyer({ action: "aller", nombre }));
    return html("li", {}, bouton);
  }

  copieur({ nom, texte }) {
    const bouton = html("button", { type: "button", class: "p4-copier", title: texte, "data-cle": nom }, `Copier ${nom}`);
    bouton.addEventListener("click", async () => {
      const reussi = await copier(texte);
      bouton.textContent = reussi ? "Copié ✓" : "Copie impossible";
      setTimeout(() => (bouton.textContent = `Copier ${nom}`), 1500);
    });
    return bouton;
  }
}

async function copier(texte) {
  try {
    await navigator.clipboard.writeText(texte);
    return true;
  } catch {
    return copierAncien(texte); // page sans HTTPS ou permission refusée
  }
}

function copierAncien(texte) {
  const zone = html("textarea", { style: "position:fixed;opacity:0" });
  zone.value = texte;
  document.body.append(zone);
  zone.select();
  const reussi = document.execCommand?.("copy") ?? false;
  zone.remove();
  return reussi;
}

async function render({ model, el }) {
  const racine = html("div", { class: "p4", lang: "fr" });
  el.append(racine);
  const canal = await model.widget_manager.get_model(model.get("canal").replace("IPY_MODEL_", ""));
  const vue = new Vue(model, canal, racine);
  const suivre = () => vue.actualiser();
  vue.actualiser();
  canal.on("change:etat", suivre);
  const cesser = vue.veiller();
  model.send({ action: "afficher" });
  return () => {
    canal.off("change:etat", suivre);
    cesser();
    document.removeEventListener("keydown", vue.touche, true);
    clearTimeout(vue.minuterie);
  };
}

export default { render };
