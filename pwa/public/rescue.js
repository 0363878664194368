// Shown by watchdog.js when the app does not start: offers to reset it. Shares no code with the app.
(() => {
  const POLL_INTERVAL_MS = 500;
  const STEP_TIMEOUT_MS = 3_000;
  /** By language tag, as in shared/rules/locales.ts; others are shown English. */
  const WORDS = {
    en: {
      title: "The app has not started yet",
      online:
        "It may still be loading, or a part of it on this device may be damaged. “Reset” downloads the app again. Saved posts and settings stay.",
      offline:
        "You are offline, and the app does not start from what is on this device. You can reset it once you are online. Saved posts and settings stay.",
      again: "Try again",
      reset: "Reset",
    },
    ja: {
      title: "アプリがまだ起動していません",
      online:
        "読み込み中か、この端末にあるアプリの一部が壊れている可能性があります。「リセット」でアプリを取得し直します。保存した投稿と設定は残ります。",
      offline:
        "オフラインで、この端末にあるデータからはアプリを起動できません。オンラインに戻るとセットアップし直せます。保存した投稿と設定は残ります。",
      again: "再試行",
      reset: "リセット",
    },
    "zh-Hans": {
      title: "应用尚未启动",
      online:
        "可能仍在加载，也可能此设备上的部分应用文件已损坏。“重置”会重新获取应用。已保存的帖子和设置会保留。",
      offline: "您已离线，无法用此设备上的内容启动应用。恢复联网后可以重新设置。已保存的帖子和设置会保留。",
      again: "重试",
      reset: "重置",
    },
    "zh-Hant": {
      title: "應用程式尚未啟動",
      online:
        "可能仍在載入，也可能此裝置上的部分應用程式檔案已損壞。「重設」會重新下載應用程式。已儲存的貼文和設定會保留。",
      offline: "您已離線，無法用此裝置上的內容啟動應用程式。恢復連線後可以重設。已儲存的貼文和設定會保留。",
      again: "重試",
      reset: "重設",
    },
    ko: {
      title: "앱이 아직 시작되지 않았습니다",
      online:
        "아직 불러오는 중이거나 이 기기에 있는 앱의 일부가 손상되었을 수 있습니다. ‘초기화’를 누르면 앱을 다시 내려받습니다. 저장한 게시물과 설정은 그대로 남습니다.",
      offline:
        "오프라인 상태이며 이 기기에 있는 데이터로는 앱을 시작할 수 없습니다. 온라인이 되면 초기화할 수 있습니다. 저장한 게시물과 설정은 그대로 남습니다.",
      again: "다시 시도",
      reset: "초기화",
    },
    ru: {
      title: "Приложение ещё не запустилось",
      online:
        "Возможно, оно ещё загружается или часть его на этом устройстве повреждена. «Сбросить» загрузит приложение заново. Сохранённые посты и настройки останутся.",
      offline:
        "Нет сети, и приложение не запускается с того, что есть на устройстве. Сбросить его можно, когда появится сеть. Сохранённые посты и настройки останутся.",
      again: "Повторить",
      reset: "Сбросить",
    },
    es: {
      title: "La aplicación aún no se ha iniciado",
      online:
        "Puede que todavía esté cargando o que una parte de ella esté dañada en este dispositivo. «Restablecer» la descarga de nuevo. Las publicaciones guardadas y los ajustes se conservan.",
      offline:
        "No hay conexión y la aplicación no arranca con lo que hay en este dispositivo. Podrás restablecerla cuando vuelvas a tener conexión. Las publicaciones guardadas y los ajustes se conservan.",
      again: "Reintentar",
      reset: "Restablecer",
    },
  };

  const language = () => {
    let chosen;
    try {
      chosen = localStorage.getItem("locale");
    } catch {
      // Blocked.
    }
    for (const tag of [chosen, ...navigator.languages]) {
      try {
        const { language, script, region } = new Intl.Locale(tag).maximize();
        const names = [`${language}-${script}`, `${language}-${region}`, language];
        const found = names.find((name) => Object.hasOwn(WORDS, name));
        if (found !== undefined) return found;
      } catch {
        // Not a language tag.
      }
    }
    return "en";
  };

  const isPainted = () => {
    const root = document.querySelector("[data-app] #root"); // set by main.tsx: a rendered page is not hydrated yet
    return root?.firstElementChild != null && root.querySelector(":scope > .boot") === null;
  };

  const within = (step) => Promise.race([step.catch(() => {}), new Promise((end) => setTimeout(end, STEP_TIMEOUT_MS))]);

  /** Workers and what they keep; IndexedDB and choices are not touched. */
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
    element.style.cssText = style; // its own: the app's styles may be what is missing
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
