// Starts the app, and beside its code asks at once for what the address will need, so that code and answers come together.
// A file of its own because the policy allows no inline script. `early-build.ts` fills in the files of app and screens.
(() => {
  const first = "%FIRST%";
  // A file at a time, the entry last: together they would hold up the page for longer than one feels.
  const run = async () => {
    if (document.readyState === "loading")
      await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    for (const href of first) {
      await import(href);
      await new Promise((done) => setTimeout(done));
    }
  };
  void run();
  const parts = "%PARTS%";
  const SCREENS = [
    [/^\/$/, "home", ["/posts?with=tags", "/artists/updated"]],
    [/^\/artists$/, "artists", ["/artists"]],
    [/^\/posts$/, "posts", ["/posts?with=tags"]],
    [/^(\/\w+\/user\/[\w-]+)$/, "creator", ["$1/profile", "$1/posts?with=tags"]],
    [/^(\/\w+\/user\/[\w-]+)(\/post\/[\w-]+)$/, "post", ["$1$2", "$1/profile"]],
    [/^\/saved$/, "saved", []],
  ];
  const path = location.pathname;
  const [pattern, name, answers] = SCREENS.find(([known]) => known.test(path)) ?? [];
  if (pattern === undefined || /^\/discord\//.test(path)) return;
  for (const href of parts[name] ?? []) {
    const link = document.createElement("link");
    const isStyle = href.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
  if (location.search !== "") return;
  // api/early.ts takes them.
  globalThis.early = new Map();
  for (const answer of answers) {
    const address = path.replace(pattern, `/api/v1${answer}`);
    const asked = fetch(address, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(60_000), // whoever takes it has a limit of its own
    });
    asked.catch(() => {}); // said by whoever takes it
    globalThis.early.set(address, asked);
  }
})();
