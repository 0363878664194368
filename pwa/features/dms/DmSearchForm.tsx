import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import type { DmSearch } from "./api.ts";
import styles from "./DmSearchForm.module.css";

/** Submits itself after a second without typing (spec sections 2 and 9). */
const SUBMIT_AFTER_MS = 1_000;
const MIN_LENGTH = 3;

export function DmSearchForm({ search }: { search: DmSearch }) {
  const navigate = useNavigate();
  const timer = useRef<number>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back and forward change the words; while somebody types, theirs stay.
  useEffect(() => {
    if (field.current !== null && document.activeElement !== field.current)
      field.current.value = search.q ?? "";
  }, [search.q]);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    const q = text.trim();
    if ((q !== "" && [...q].length < MIN_LENGTH) || q === (search.q ?? "")) return;
    void navigate({ to: "/dms", search: q === "" ? {} : { q }, replace: true, resetScroll: false });
  };
  const type = (text: string) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => apply(text), SUBMIT_AFTER_MS);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(field.current?.value ?? "");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields
    <form className={styles.form} role="search" aria-label={t("dms.search")} onSubmit={submit}>
      <input
        ref={field}
        className={button.field}
        type="search"
        name="q"
        aria-label={t("dms.search")}
        placeholder={t("dms.search")}
        aria-describedby="dm-search-hint"
        defaultValue={search.q ?? ""}
        minLength={MIN_LENGTH}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
      />
      <button type="submit" className={button.button}>
        {t("dms.submit")}
      </button>
      <p id="dm-search-hint" className={styles.hint}>
        {t("dms.hint", { count: MIN_LENGTH })}
      </p>
    </form>
  );
}
