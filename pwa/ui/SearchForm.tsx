import type { FormEvent, ReactNode } from "react";
import { isSearchable } from "#shared/text/scripts.ts";
import { t } from "../i18n/index.ts";
import { type SearchInput, useSearchInput } from "../lib/search-input.ts";
import button from "./Button.module.css";
import styles from "./SearchForm.module.css";

/** Delay after typing before the form submits automatically. */
const SUBMIT_AFTER_MS = 1_000;

interface SearchFormProps {
  label: string;
  /** Current query. */
  q: string | undefined;
  /** In characters. */
  minLength: number;
  /** @param words empty resets the search @param replace replaces the history entry */
  onSearch: (words: string, replace: boolean) => void;
  /** Replaces the plain field. */
  field?: (typed: SearchInput) => ReactNode;
}

/** Id of the hint below the field. */
export const SEARCH_HINT = "search-hint";

/** Search field of a list. */
export function SearchForm({ label, q, minLength, onSearch, field }: SearchFormProps) {
  const typed = useSearchInput({
    q,
    afterMs: SUBMIT_AFTER_MS,
    isTooShort: (words) => words !== "" && !isSearchable(words, minLength),
    apply: onSearch,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    typed.submit();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields
    <form className={styles.form} role="search" aria-label={label} onSubmit={submit}>
      {field?.(typed) ?? (
        <input
          ref={typed.field}
          className={button.field}
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          aria-describedby={SEARCH_HINT}
          defaultValue={q ?? ""}
          maxLength={200}
          autoComplete="off"
          onFocus={typed.onFocus}
          onChange={typed.onChange}
        />
      )}
      <button type="submit" className={button.button}>
        {t("dms.submit")}
      </button>
      <p id={SEARCH_HINT} className={styles.hint}>
        {t("dms.hint", { count: minLength })}
      </p>
    </form>
  );
}
