for (const bouton of document.querySelectorAll("th > button")) {
  bouton.addEventListener("click", () => {
    const titre = bouton.parentElement, table = titre.closest("table");
    const rang = [...titre.parentElement.children].indexOf(titre);
    const sens = titre.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const autre of titre.parentElement.children) autre.removeAttribute("aria-sort");
    titre.setAttribute("aria-sort", sens > 0 ? "ascending" : "descending");
    const cle = (ligne) => ligne.children[rang].dataset.v ?? ligne.children[rang].textContent;
    const comparer = (a, b) => (cle(a) - cle(b)) || cle(a).localeCompare(cle(b), "fr");
    const lignes = [...table.tBodies[0].rows].sort((a, b) => sens * comparer(a, b));
    table.tBodies[0].append(...lignes);
  });
}
