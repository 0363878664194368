// Outside the app's own code on purpose: where that has not painted after a while, this fetches rescue.js.
(() => {
  const PATIENCE = 8_000;
  const RESCUE = new URL("/rescue.js", location.href).href;

  const isPainted = () => {
    const root = document.querySelector("[data-app] #root"); // set by main.tsx: a rendered page is not hydrated yet
    return root?.firstElementChild != null && root.querySelector(":scope > .boot") === null;
  };

  // A page in the background is not painted, however well it is.
  const wait = () => {
    if (document.visibilityState === "visible")
      setTimeout(() => {
        if (isPainted()) return;
        if (document.visibilityState === "visible") import(RESCUE).catch(() => {});
        else wait();
      }, PATIENCE);
    else document.addEventListener("visibilitychange", wait, { once: true });
  };
  wait();
})();
