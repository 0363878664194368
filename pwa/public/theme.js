// Applies stored settings before the first paint. A separate file, as the CSP allows no inline scripts.
(() => {
  const root = document.documentElement;
  /** Defaults apply if storage or cookies are blocked. */
  const attempt = (step) => {
    try {
      step();
    } catch {}
  };
  const parsed = (key) => JSON.parse(localStorage.getItem(key) ?? "{}");

  attempt(() => {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark" || theme === "black") {
      root.dataset.theme = theme;
      root.style.colorScheme = theme === "light" ? "light" : "dark";
    }
    // Written by lib/appearance.ts.
    for (const area of ["cards", "reader"]) {
      for (const [name, value] of Object.entries(parsed(area))) {
        if (typeof value === "number") root.style.setProperty(`--${area}-${name}`, String(value));
        else root.setAttribute(`data-${area}-${name}`, String(value));
      }
    }
  });
  // Something was read: features/browse/home shows no introduction.
  attempt(() => {
    const hasStored = (key) => (localStorage.getItem(key) ?? "[]") !== "[]";
    root.toggleAttribute("data-returning", hasStored("visits") || hasStored("reading"));
  });
  attempt(() => root.toggleAttribute("data-private", localStorage.getItem("private-session") === "on"));
  attempt(() => {
    const size = Number(/(?:^|; )thumbSize=(\d{2,4})(?:;|$)/.exec(document.cookie)?.[1]);
    if (size >= 120 && size <= 400) root.style.setProperty("--card", `${size}px`);
  });
  attempt(() => {
    showMediaOfServices();
    // Shown media (features/reading/content-warning); the rest is covered.
    const { all, services, text, hidden } = parsed("media");
    const visit = sessionStorage.getItem("media-visit") ?? "";
    const shown = [all === true ? "all" : "", ...(services ?? []), visit].join(" ").trim();
    root.dataset.media = text === true ? "text" : hidden === true ? "hidden" : shown;
  });

  /** Adds a rule for each service in <html data-media>: a fixed style sheet cannot compare two attributes. */
  function showMediaOfServices() {
    const sheet = new CSSStyleSheet();
    const update = () => {
      const services = root.dataset.media.split(" ").map((service) => JSON.stringify(service));
      const rules = services.map((it) => `:root :is([data-cover=${it}],[data-cover-in=${it}]){--cover:none}`);
      sheet.replaceSync(rules.join(""));
    };
    document.adoptedStyleSheets.push(sheet);
    new MutationObserver(update).observe(root, { attributeFilter: ["data-media"] });
  }
})();
