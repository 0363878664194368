// Starts the app, and beside its code asks at once for what the address will need, so that code and answers come together.
// A file of its own because the policy allows no inline script. `early-build.ts` fills in entry and parts of the screens.
(() => {
  const first = "%FIRST%";
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const parts = "%PARTS%";
  /** What stands was kept on the device (public/sight.js). */
  const isOwn = () => document.querySelector("#drawn[data-own]") !== null;
  const frame = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), wait(100)]);
  // A screen that the server has drawn (pwa/drawn) is painted first: the app's code would hold up its pictures.
  const painted = async () => {
    await globalThis.revealed;
    if (document.documentElement.dataset.drawn !== "yes") return;
    if (document.readyState === "loading")
      await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    const drawn = document.getElementById("drawn");
    if (drawn === null || document.visibilityState !== "visible") return;
    await globalThis.revealed;
    if (isOwn()) return frame();
    const pictures = [...drawn.querySelectorAll("img")].filter(
      (one) => !one.complete && one.getBoundingClientRect().top < innerHeight,
    );
    const loads = pictures.map((one) =>
      new Promise((done) => (one.onload = one.onerror = done)).then(() => one.decode()).catch(() => {}),
    );
    await Promise.race([Promise.all(loads), wait(1_000)]);
    await frame();
    await frame();
  };
  // A drawn screen reads, scrolls and follows links by itself. The app starts with the first sign of somebody there, or by
  // itself soon after: not while the page is first looked at.
  const SIGNS = ["pointerdown", "pointermove", "touchstart", "wheel", "scroll", "keydown", "focusin"];
  const ALONE_MS = 4_000;
  const sign = new Promise((done) => {
    const note = ({ type, movementX, movementY }) => {
      if (type !== "pointermove" || movementX || movementY) done(); // a pointer that lies still is told of when a page comes below it
    };
    for (const name of SIGNS) addEventListener(name, note, { capture: true, passive: true });
  });
  const wanted = () =>
    document.getElementById("drawn") === null || isOwn() || globalThis.begun?.length > 0
      ? undefined
      : Promise.race([sign, wait(ALONE_MS)]);
  const SCREENS = [
    [/^\/$/, "home", ["/posts?with=tags", "/artists/updated"]],
    [/^\/artists$/, "artists", ["/artists"]],
    [/^\/posts$/, "posts", ["/posts?with=tags"]],
    [/^(\/\w+\/user\/[\w-]+)$/, "creator", ["$1/profile", "$1/posts?with=tags"]],
    [/^(\/\w+\/user\/[\w-]+)(\/post\/[\w-]+)$/, "post", ["$1$2", "$1/profile"]],
    [/^\/saved$/, "saved", []],
  ];
  const preload = (href) => {
    const link = document.createElement("link");
    const isStyle = href.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  };
  const ask = (address) => {
    const asked = fetch(address, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(60_000), // whoever takes it has a limit of its own
    });
    asked.catch(() => {}); // said by whoever takes it
    globalThis.early.set(address, asked);
  };
  painted().then(() => {
    const path = location.pathname;
    const [pattern, name, answers] = SCREENS.find(([known]) => known.test(path)) ?? [];
    const isKnown = pattern !== undefined && !/^\/discord\//.test(path);
    for (const href of [...first, ...(isKnown ? parts[name] : [])]) preload(href);
    if (isKnown && location.search === "") {
      // api/early.ts takes them.
      globalThis.early = new Map();
      for (const answer of answers) ask(path.replace(pattern, `/api/v1${answer}`));
    }
    void run();
  });
  // A file at a time, the entry last: together they would hold up the page for longer than one feels.
  const run = async () => {
    if (document.readyState === "loading")
      await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    await wanted();
    for (const href of first) {
      await import(href);
      await wait(0);
    }
  };
})();
