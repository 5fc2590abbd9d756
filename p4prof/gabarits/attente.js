// La page et Python se répondent par une mémoire partagée, où la réponse s'écrit lettre après lettre ; qui l'attend regarde sa
// première case. Qui y arrive pendant l'écriture lirait une réponse inachevée, et une cellule ne finirait jamais. Ici, chaque
// mémoire a une case de plus, la dernière, écrite quand tout l'est : c'est elle que l'on attend. Placé devant tout, des deux côtés.
if (globalThis.SharedArrayBuffer) {
  const { wait, waitAsync, notify } = Atomics;
  const derniere = (memoire) => memoire.length - 1;
  globalThis.SharedArrayBuffer = new Proxy(SharedArrayBuffer, {
    construct: (genre, [octets, ...suite]) => new genre(octets + Int32Array.BYTES_PER_ELEMENT, ...suite),
  });
  Atomics.wait = (memoire, _case, _valeur, delai) => wait(memoire, derniere(memoire), 0, delai);
  Atomics.notify = (memoire, place, ...combien) => {
    Atomics.store(memoire, derniere(memoire), 1);
    notify(memoire, place, ...combien); // pour un navigateur sans waitAsync, où l'on attend encore la première
    return notify(memoire, derniere(memoire), ...combien);
  };
  // Si la réponse est déjà là, waitAsync ne rend pas une promesse, que le pont attend toujours.
  if (waitAsync)
    Atomics.waitAsync = (memoire) => {
      const reponse = waitAsync(memoire, derniere(memoire), 0);
      return reponse.async ? reponse : { async: true, value: Promise.resolve(reponse.value) };
    };
}
