// Runs before the first paint so that nothing the visitor chose flashes or moves; a file of its own because the policy allows no inline script.
(() => {
  const root = document.documentElement;
  // What a visitor does on a drawn screen that the app alone can do waits for it (app/handover.ts).
  const ACTS =
    "button, summary, [role=button], [type=checkbox], [type=radio], a[data-cover], [data-cover-ask]";
  const remember = (drawn) => {
    const begun = [];
    globalThis.begun = begun;
    const note = (event) => {
      const { type, target } = event;
      const acted = type === "click" ? target.closest(ACTS) : target;
      if (acted === null) return;
      if (type === "keydown") {
        if (target.closest(`a, input, select, ${ACTS}`) !== null) return;
      } else {
        event.preventDefault();
        if (begun.some((other) => other.target === acted)) return; // pressed again out of impatience
      }
      begun.push({ target: acted, event });
    };
    for (const type of ["click", "submit"]) drawn.addEventListener(type, note);
    document.addEventListener("keydown", note);
    begun.end = () => document.removeEventListener("keydown", note);
  };
  // From the top down, a few things for each frame: all at once would hold a slow phone up for longer than one feels.
  const reveal = async (drawn) => {
    const items = [...drawn.querySelectorAll("h1, main li")].filter(
      (one) => !one.parentElement.closest("li"),
    );
    let later = [];
    for (let at = 0; at < items.length; at += at === 0 ? 1 : 2) {
      for (const one of later) one.removeAttribute("data-later");
      later = [];
      for (let one = items[at]; one !== drawn; one = one.parentElement)
        for (let next = one.nextElementSibling; next; next = next.nextElementSibling) later.push(next);
      for (const one of later) one.setAttribute("data-later", "");
      await new Promise((done) => {
        requestAnimationFrame(() => setTimeout(done));
        setTimeout(done, 100); // in the background nothing is painted
      });
    }
    for (const one of later) one.removeAttribute("data-later");
  };
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark" || theme === "black") {
      root.dataset.theme = theme;
      root.style.colorScheme = theme === "light" ? "light" : "dark";
    }
    // lib/look.ts writes these.
    for (const area of ["cards", "reader"]) {
      for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem(area) ?? "{}"))) {
        if (typeof value === "number") root.style.setProperty(`--${area}-${name}`, String(value));
        else root.setAttribute(`data-${area}-${name}`, String(value));
      }
    }
  } catch {
    // Storage may be blocked; the system's theme is used then.
  }
  try {
    // Screens are drawn by the server (pwa/drawn) for someone new: on this width of screen, in English, nothing chosen.
    // Others get the bar, and neither the pictures of the drawn screen (it is in a template) nor its styles.
    const narrow = document.querySelector('meta[name="drawn"]')?.content;
    const language = navigator.languages.find((tag) => /^(en|ja|zh)\b/i.test(tag)) ?? "en";
    const fits = matchMedia(narrow === "narrow" ? "(max-width: 719px)" : "(min-width: 1200px)").matches;
    const chose =
      Object.keys(localStorage).some((key) => key !== "theme" && key !== "visits") ||
      sessionStorage.getItem("media-visit") !== null ||
      /thumbSize=/.test(document.cookie);
    const isOwn = !fits || chose || !/^en\b/i.test(language) || navigator.connection?.saveData === true;
    if (narrow !== undefined) {
      root.dataset.drawn = isOwn ? "no" : "yes";
      const styles = new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) if (node.dataset?.drawn === "style") node.remove();
      });
      if (isOwn) {
        styles.observe(document.head, { childList: true });
        // biome-ignore lint/suspicious/noDocumentCookie: not all have the other way; so the server need not draw the next page
        document.cookie = "drawn=no; path=/; max-age=2592000; samesite=lax";
      }
      const settle = () => {
        styles.disconnect();
        const template = document.getElementById("drawing");
        if (isOwn || template === null) return template?.remove();
        const drawn = document.createElement("div");
        drawn.id = "drawn";
        drawn.append(template.content);
        globalThis.revealed = reveal(drawn);
        template.replaceWith(drawn);
        remember(drawn);
      };
      document.addEventListener("readystatechange", settle, { once: true });
    }
  } catch {
    // Storage is blocked: the bar alone is shown.
  }
  try {
    // The library stands as it was left (features/saved/sight.ts).
    if (location.pathname === "/saved" && location.search === "" && localStorage.getItem("sight") !== null)
      globalThis.revealed = import(`${location.origin}/snapshot.js`)
        .then(({ show }) => show(remember))
        .catch(() => {});
  } catch {
    // As above.
  }
  try {
    const size = Number(/(?:^|; )thumbSize=(\d{2,4})(?:;|$)/.exec(document.cookie)?.[1]);
    if (size >= 120 && size <= 400) root.style.setProperty("--card", `${size}px`);
  } catch {
    // Nor are cookies.
  }
  try {
    // What of the media is shown (features/content-warning); without it all are covered.
    const { all, services, text, hidden } = JSON.parse(localStorage.getItem("media") ?? "{}");
    const visit = sessionStorage.getItem("media-visit") ?? "";
    const shown = [all === true ? "all" : "", ...(services ?? []), visit].join(" ").trim();
    root.dataset.media = text === true ? "text" : hidden === true ? "hidden" : shown;
  } catch {
    // Covered.
  }
})();
