// Independent of the app's code: loads rescue.js if the app has not rendered after a timeout.
(() => {
  const TIMEOUT_MS = 8_000;
  const RESCUE = new URL("/rescue.js", location.href).href;

  const isPainted = () => {
    const root = document.querySelector("[data-app] #root"); // set by main.tsx: a rendered page is not hydrated yet
    return root?.firstElementChild != null && root.querySelector(":scope > .boot") === null;
  };

  // Waits while hidden: background pages are not rendered.
  const wait = () => {
    if (document.visibilityState === "visible")
      setTimeout(() => {
        if (isPainted()) return;
        if (document.visibilityState === "visible") import(RESCUE).catch(() => {});
        else wait();
      }, TIMEOUT_MS);
    else document.addEventListener("visibilitychange", wait, { once: true });
  };
  wait();
})();
