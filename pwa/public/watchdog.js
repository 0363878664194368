// Outside the app's own code on purpose: where that has not painted after a while, this fetches rescue.js.
(() => {
  const PATIENCE = 8_000;

  const isPainted = () => {
    const root = document.getElementById("root");
    return root?.firstElementChild != null && root.querySelector(":scope > .boot") === null;
  };

  // A page in the background is not painted, however well it is.
  const wait = () => {
    if (document.visibilityState === "visible")
      setTimeout(() => {
        if (isPainted()) return;
        if (document.visibilityState === "visible") import("/rescue.js").catch(() => {});
        else wait();
      }, PATIENCE);
    else document.addEventListener("visibilitychange", wait, { once: true });
  };
  wait();
})();
