// Quand la réponse est déjà là, Atomics.waitAsync ne rend pas une promesse mais la réponse, et le pont entre la page
// et Python, qui attend toujours une promesse, se bloquerait : une cellule sur quelques-unes ne finirait jamais.
if (globalThis.Atomics?.waitAsync) {
  const attendre = Atomics.waitAsync;
  Atomics.waitAsync = (...arguments_) => {
    const reponse = attendre.apply(Atomics, arguments_);
    return reponse.async ? reponse : { async: true, value: Promise.resolve(reponse.value) };
  };
}
