// Loaded by watchdog.js if the app does not start: offers to reset it. Shares no code with the app.
/* global WORDS -- by language, from pwa/i18n/texts, added by pwa/app/build/rescue-words.ts */
(() => {
  const POLL_INTERVAL_MS = 500;
  const STEP_TIMEOUT_MS = 3_000;
  const language = () => {
    let chosen;
    try {
      chosen = localStorage.getItem("locale");
    } catch {
      // Storage is blocked.
    }
    for (const tag of [chosen, ...navigator.languages]) {
      try {
        const { language, script, region } = new Intl.Locale(tag).maximize();
        const names = [`${language}-${script}`, `${language}-${region}`, language];
        const found = names.find((name) => Object.hasOwn(WORDS, name));
        if (found !== undefined) return found;
      } catch {
        // Invalid language tag.
      }
    }
    return "en";
  };

  const isPainted = () => {
    const root = document.querySelector("[data-app] #root"); // set by main.tsx: a rendered page is not hydrated yet
    return root?.firstElementChild != null && root.querySelector(":scope > .boot") === null;
  };

  const within = (step) =>
    Promise.race([step.catch(() => {}), new Promise((end) => setTimeout(end, STEP_TIMEOUT_MS))]);

  /** Removes service workers and their caches, but not IndexedDB and settings. */
  const reset = async () => {
    await within(
      (async () => {
        for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? [])
          await worker.unregister();
      })(),
    );
    await within((async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))))());
    location.reload();
  };

  const make = (name, style, text = "") => {
    const element = document.createElement(name);
    element.style.cssText = style; // inline, as the app's styles may be missing
    element.textContent = text;
    return element;
  };

  const BUTTON =
    "font:inherit;font-weight:600;min-height:44px;padding:0 20px;border-radius:22px;border:1px solid #f5a969;cursor:pointer;";

  const show = () => {
    const lang = language();
    const words = WORDS[lang];
    const box = make(
      "div",
      "position:fixed;inset:auto 16px 24px;z-index:100;box-sizing:border-box;max-width:480px;margin:0 auto;padding:20px;border-radius:16px;background:#2a2038;color:#fbf3e7;font:16px/1.5 system-ui,sans-serif;box-shadow:0 8px 32px #0006;",
    );
    box.id = "watchdog";
    box.lang = lang;
    box.setAttribute("role", "alert");
    const text = make("p", "margin:8px 0 16px");
    const buttons = make("p", "margin:0;display:flex;flex-wrap:wrap;gap:12px");
    const again = make("button", `${BUTTON}background:transparent;color:#fbf3e7`, words.again);
    const resetButton = make("button", `${BUTTON}background:#f5a969;color:#251507`, words.reset);
    again.onclick = () => location.reload();
    resetButton.onclick = () => {
      resetButton.disabled = true;
      void reset();
    };
    const say = () => {
      text.textContent = navigator.onLine ? words.online : words.offline;
      resetButton.hidden = !navigator.onLine;
    };
    addEventListener("online", say);
    addEventListener("offline", say);
    say();
    buttons.append(again, resetButton);
    box.append(make("strong", "font-size:18px", words.title), text, buttons);
    document.body.append(box);
    const watch = setInterval(() => {
      if (!isPainted()) return;
      clearInterval(watch);
      box.remove();
    }, POLL_INTERVAL_MS);
  };

  show();
})();
