import { type ReactNode, useEffect, useState } from "react";
import { chooseLocale, LOCALES, type Locale, t, useLocale } from "../i18n/initial.ts";
import button from "./Button.module.css";

/** Id of the field last changed: a change remounts everything, and the new field takes over the focus. */
let changed: string | undefined;

/** Language names are shown in their own language, so that anyone finds theirs. */
export function LanguageSelect({ id, label }: { id: string; label: ReactNode }) {
  const locale = useLocale();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (changed !== id) return;
    changed = undefined;
    const select = document.getElementById(id);
    select?.focus({ preventScroll: true });
    // On narrow screens the sidebar has closed by now.
    if (document.activeElement !== select)
      document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  }, [id]);
  const choose = async (next: Locale) => {
    setHasFailed(false);
    changed = id;
    await chooseLocale(next).catch(() => {
      changed = undefined;
      setHasFailed(true);
    });
  };
  return (
    <>
      <label className={button.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
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
    </>
  );
}
