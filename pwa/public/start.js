// Starts the app on a server-rendered page, after its first paint (docs/decisions/0027). Earlier clicks are recorded
// (app/start/early-input.ts).
(() => {
  const ACTIONS =
    "button, summary, [role=button], [type=checkbox], [type=radio], a[data-cover], [data-cover-ask]";
  const FIELDS = "a, input, select, textarea";
  const filesOf = (name) => document.querySelector(`meta[name="${name}"]`).content.split(" ");
  const SLICE = 8;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const frame = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), wait(100)]);

  const events = [];
  let leaving;
  const record = (event) => {
    const { type, target } = event;
    if (type === "keydown") {
      if (target.closest(`${FIELDS}, ${ACTIONS}`) !== null) return;
      event.stopPropagation();
      events.push(event);
      return;
    }
    const action = type === "click" ? target.closest(ACTIONS) : target;
    if (action === null) {
      if (type === "click" && target.closest("a[href^='/']") && !event.ctrlKey && !event.metaKey)
        leaving = wait(3_000); // loading the app would delay the next page
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // React hydrates in parts, so some listeners may already be attached
    const isRepeated = events.some((other) => other.type === type && action.contains(other.target));
    if (!isRepeated) events.push(event);
  };
  const listening = new AbortController();
  for (const type of ["click", "submit", "keydown"])
    addEventListener(type, record, { capture: true, signal: listening.signal });
  globalThis.earlyInput = { events, stop: () => listening.abort() };

  const painted = async () => {
    if (document.visibilityState !== "visible") return;
    const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.race([Promise.all(visible.map((image) => image.decode().catch(() => {}))), wait(1_000)]);
    await frame();
    await frame();
  };
  const preload = (files) => {
    const links = files.map((href) =>
      Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
    );
    document.head.append(...links);
  };
  addEventListener("DOMContentLoaded", async () => {
    await painted();
    const entry = filesOf("entry");
    const files = [...entry, ...filesOf("screen")];
    // A few at a time: fifty at once would block a phone for longer than evaluating most of them.
    for (let at = 0; at < files.length; at += SLICE) {
      preload(files.slice(at, at + SLICE));
      await wait(0);
    }
    // One at a time: evaluating all together would block the page noticeably.
    for (const href of entry) {
      await leaving;
      await import(new URL(href, location.href).href);
      await wait(0);
    }
  });
})();
