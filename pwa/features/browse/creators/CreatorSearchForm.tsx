import { useNavigate } from "@tanstack/react-router";
import { CREATOR_SORT_NAMES, DEFAULT_CREATOR_SORT } from "#shared/rules/sort-orders.ts";
import { SERVICES, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { useSearchInput } from "../../../lib/search-input.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import type { CreatorSearch } from "../../search/creators/search.ts";
import styles from "./CreatorSearchForm.module.css";

/** Debounce of typing; selections apply immediately. */
const SUBMIT_AFTER_MS = 500;

export function CreatorSearchForm({ search }: { search: CreatorSearch }) {
  const navigate = useNavigate();
  const go = (change: CreatorSearch, replace = false) =>
    void navigate({
      to: "/artists",
      search: (before: object) => ({ ...before, ...change, o: undefined }),
      replace,
      resetScroll: false,
    });
  const typed = useSearchInput({
    q: search.q,
    afterMs: SUBMIT_AFTER_MS,
    apply: (words, replace) => go({ q: words || undefined }, replace),
  });
  /** Applies a change together with the text being typed. */
  const apply = (change: CreatorSearch) => go({ q: typed.take() || undefined, ...change });
  const isDescending = (search.order ?? "desc") === "desc";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields
    <form
      className={styles.form}
      role="search"
      aria-label={t("creators.search")}
      onSubmit={(event) => {
        event.preventDefault();
        typed.submit();
      }}
    >
      <label className={`${button.label} ${styles.words}`}>
        {t("creators.name")}
        <input
          className={button.field}
          type="search"
          name="q"
          defaultValue={search.q ?? ""}
          maxLength={200}
          autoComplete="off"
          placeholder={t("creators.nameHint")}
          dir="auto"
          ref={typed.field}
          onFocus={typed.onFocus}
          onChange={typed.onChange}
        />
      </label>
      <label className={button.label}>
        {t("creators.service")}
        <select
          className={button.field}
          name="service"
          value={search.service ?? ""}
          onChange={(event) => apply({ service: event.target.value || undefined })}
        >
          <option value="">{t("creators.allServices")}</option>
          {SERVICES.map((service) => (
            <option key={service} value={service} translate="no">
              {serviceInfo(service).title}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.sort}>
        <label className={button.label}>
          {t("creators.sortBy")}
          <select
            className={button.field}
            name="sort_by"
            value={search.sort_by ?? DEFAULT_CREATOR_SORT}
            onChange={(event) =>
              apply({ sort_by: CREATOR_SORT_NAMES.find((key) => key === event.target.value) })
            }
          >
            {CREATOR_SORT_NAMES.map((key) => (
              <option key={key} value={key}>
                {t(`creators.sort.${key}`)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className={`${button.button} ${styles.direction}`}
          aria-label={t(isDescending ? "creators.toAscending" : "creators.toDescending")}
          title={t(isDescending ? "creators.descending" : "creators.ascending")}
          onClick={() => apply({ order: isDescending ? "asc" : undefined })}
        >
          <Icon name={isDescending ? "down" : "up"} />
        </button>
      </div>
    </form>
  );
}
