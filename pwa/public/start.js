/* global System -- SystemJS, put before this file when the app is built (app/build/page.ts) */
// Starts the app. A page that the server has rendered is painted first: the app's code would delay its pictures. Presses on
// it that need the app are recorded until then (app/start/early-input.ts). A file of its own: the policy allows no inline script.
(() => {
  const ACTIONS =
    "button, summary, [role=button], [type=checkbox], [type=radio], a[data-cover], [data-cover-ask]";
  const FIELDS = "a, input, select, textarea";
  const list = (name) => document.querySelector(`meta[name="${name}"]`)?.content.split(" ");
  const entry = list("entry") ?? []; // none in development
  const screen = list("screen"); // of a rendered page
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const frame = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), wait(100)]);

  const record = (event) => {
    const { type, target } = event;
    if (type === "keydown") {
      if (target.closest(`${FIELDS}, ${ACTIONS}`) !== null) return;
      event.stopPropagation(); // once, when it is replayed
      events.push(event);
      return;
    }
    const action = type === "click" ? target.closest(ACTIONS) : target;
    if (action === null) {
      if (type === "click" && target.closest("a[href^='/']") && !event.ctrlKey && !event.metaKey)
        leaving = wait(3_000); // the app would only delay the next page
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // React hydrates the page in parts, and some may listen before the others
    if (!events.some((other) => other.type === type && action.contains(other.target))) events.push(event); // impatience
  };
  const events = [];
  let leaving;
  if (screen) {
    const types = ["click", "submit", "keydown"];
    for (const type of types) addEventListener(type, record, true);
    const stop = () => {
      for (const type of types) removeEventListener(type, record, true);
    };
    globalThis.earlyInput = { events, stop };
  }

  const painted = async () => {
    if (document.visibilityState !== "visible") return;
    const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.race([Promise.all(visible.map((image) => image.decode().catch(() => {}))), wait(1_000)]);
    await frame();
    await frame();
  };
  /** The policy of the page lets only named makers of script addresses write them. */
  const loadOwnScripts = () => {
    const policy = globalThis.trustedTypes?.createPolicy("scripts", {
      createScriptURL: (address) => {
        if (!address.startsWith(`${location.origin}/assets/`))
          throw new TypeError("Only the app's own scripts may be loaded.");
        return address;
      },
    });
    System.constructor.prototype.createScript = (address) => {
      const src = policy?.createScriptURL(address) ?? address;
      return Object.assign(document.createElement("script"), { async: true, src });
    };
  };
  const preload = (href) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "script", href });
    document.head.append(link);
  };
  const start = async () => {
    if (screen) {
      await painted();
      for (const href of [...entry, ...screen]) preload(href); // without a screen the page itself does
    }
    if (globalThis.snapshot) {
      await globalThis.snapshot;
      await frame();
    }
    // One at a time: evaluated together they would block the page for longer than one feels. Where nothing can be used
    // yet, the pauses would only let other work in.
    for (const href of screen ? entry : entry.slice(-1)) {
      await leaving;
      await System.import(href);
      await wait(0);
    }
  };
  if (entry.length > 0) loadOwnScripts();
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
