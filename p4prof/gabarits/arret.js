// Le ■ du notebook. JupyterLite n'y fait qu'oublier les cellules qui attendent : celle qui s'exécute est arrêtée par le
// signal écrit ici, dans la mémoire que le Python de ce notebook partage (arretable.mjs).
{
  const SIGINT = 2, memoires = new WeakMap();
  const SANS_MEMOIRE = "■ ne peut pas arrêter une cellule ici : l'adresse de cette page n'envoie pas les en-têtes qu'il faut. "
    + "Redémarrez le noyau (⟳), puis exécutez de nouveau vos cellules.";
  const Ouvrier = globalThis.Worker;
  globalThis.Worker = class extends Ouvrier {
    constructor(...arguments_) {
      super(...arguments_);
      this.addEventListener("message", (message) => {
        const memoire = message.data?.p4_arret;
        if (!memoire) return;
        message.stopImmediatePropagation();
        memoires.set(this, new Int32Array(memoire));
      });
    }
  };
  const arreter = (application, client, id) => {
    const memoire = memoires.get(client._kernels.get(id)?._worker);
    if (memoire) Atomics.store(memoire, 0, SIGINT);
    else if (!globalThis.crossOriginIsolated)
      application.commands.execute("apputils:notify", { message: SANS_MEMOIRE, type: "warning", options: { autoClose: 15000 } });
  };
  const brancher = () => {
    const application = globalThis.jupyterapp;
    if (!application) return setTimeout(brancher, 200);
    const client = application.serviceManager.kernels._kernelAPIClient, oublier = client.interrupt.bind(client);
    client.interrupt = (id) => { arreter(application, client, id); return oublier(id); };
  };
  brancher();
}
