// Placé devant le « service worker » de JupyterLite, qui reprend à son compte chaque fichier demandé : le navigateur n'en garderait
// pas le code compilé. Il ne lui reste que ce qu'il est seul à savoir répondre.
self.addEventListener("fetch", (demande) => {
  if (!new URL(demande.request.url).pathname.includes("/api/")) demande.stopImmediatePropagation();
});
