import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { t } from "../../i18n/index.ts";
import { useSearchInput } from "../../lib/search-input.ts";
import button from "../../ui/Button.module.css";
import type { DmSearch } from "./api.ts";
import styles from "./DmSearchForm.module.css";

/** Submits itself after a second without typing. */
const SUBMIT_AFTER_MS = 1_000;
const MIN_LENGTH = 3;

export function DmSearchForm({ search }: { search: DmSearch }) {
  const navigate = useNavigate();
  const typed = useSearchInput({
    q: search.q,
    afterMs: SUBMIT_AFTER_MS,
    isTooShort: (words) => words !== "" && [...words].length < MIN_LENGTH,
    apply: (words, replace) =>
      void navigate({ to: "/dms", search: words === "" ? {} : { q: words }, replace, resetScroll: false }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    typed.submit();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields
    <form className={styles.form} role="search" aria-label={t("dms.search")} onSubmit={submit}>
      <input
        ref={typed.field}
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
        onFocus={typed.onFocus}
        onChange={typed.onChange}
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
