import { useEffect, useState } from "react";
import { chooseLocale, LOCALES, type Locale, t, useLocale } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./LanguageSwitch.module.css";

/** A change remounts everything: the next switch takes the focus over. */
let wantsFocus = false;

/** Each language under its own name, so that nobody gets lost in one they cannot read. */
export function LanguageSwitch() {
  const locale = useLocale();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!wantsFocus) return;
    wantsFocus = false;
    const select = document.getElementById("language");
    select?.focus({ preventScroll: true });
    // On narrow screens the sidebar has closed over it.
    if (document.activeElement !== select)
      document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  }, []);
  const choose = async (next: Locale) => {
    setHasFailed(false);
    wantsFocus = true;
    await chooseLocale(next).catch(() => {
      wantsFocus = false;
      setHasFailed(true);
    });
  };
  return (
    <div className={styles.language}>
      <label className={button.label} htmlFor="language">
        <span className={styles.name}>
          <Icon name="language" size={16} />
          {t("language.label")}
        </span>
      </label>
      <select
        id="language"
        className={button.field}
        value={locale}
        onChange={(event) => void choose(event.target.value as Locale)}
      >
        {Object.entries(LOCALES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      {hasFailed ? <p role="alert">{t("language.failed")}</p> : null}
    </div>
  );
}
