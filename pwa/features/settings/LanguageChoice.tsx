import { useEffect, useRef, useState } from "react";
import { chooseLocale, LOCALES, type Locale, t, useLocale } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import styles from "./SettingsPage.module.css";

/** A change re-renders everything (main.tsx): the next field restores the focus. */
let wantsFocus = false;

/** Each language under its own name, readable in any current language. */
export function LanguageChoice() {
  const locale = useLocale();
  const field = useRef<HTMLSelectElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (wantsFocus) field.current?.focus({ preventScroll: true });
    wantsFocus = false;
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
      <label className={button.label}>
        {t("language.label")}
        <select
          ref={field}
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
      </label>
      {hasFailed ? <p role="alert">{t("language.failed")}</p> : null}
    </div>
  );
}
