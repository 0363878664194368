import { useNavigate } from "@tanstack/react-router";
import { DEFAULT_FAVORITE_SORT, FAVORITE_SORTS } from "#shared/rules/sort-orders.ts";
import { t } from "../../i18n/index.ts";
import { useSearchInput } from "../../lib/search-input.ts";
import { useHasOfflineData } from "../../offline/db/has-data.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./Favorites.module.css";
import { LabelFilter } from "./labels/lazy.tsx";
import type { FavoriteKind } from "./marks.ts";
import type { FavoriteSearch } from "./search.ts";

const FILTER_AFTER_MS = 500;
const ADDRESSES = {
  creator: "/account/favorites/artists",
  post: "/account/favorites/posts",
} as const;

/** Filter and sort order; a change returns to the first page. */
export function FavoriteTools({ kind, search }: { kind: FavoriteKind; search: FavoriteSearch }) {
  const navigate = useNavigate();
  const change = (part: FavoriteSearch, replace = false) =>
    void navigate({
      to: ADDRESSES[kind],
      search: (before: object) => ({ ...before, o: undefined, ...part }),
      replace,
      resetScroll: false,
    });
  const typed = useSearchInput({
    q: search.q,
    afterMs: FILTER_AFTER_MS,
    apply: (words, replace) => change({ q: words === "" ? undefined : words }, replace),
  });
  const hasStored = useHasOfflineData();
  const isAscending = search.order === "asc";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields
    <form
      className={styles.tools}
      role="search"
      aria-label={t("favorites.filter")}
      onSubmit={(event) => {
        event.preventDefault();
        typed.submit();
      }}
    >
      <label className={button.label}>
        {t("favorites.filter")}
        <input
          ref={typed.field}
          className={button.field}
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          defaultValue={search.q ?? ""}
          onFocus={typed.onFocus}
          onChange={typed.onChange}
        />
      </label>
      <label className={button.label}>
        {t("favorites.sort")}
        <select
          className={button.field}
          value={search.sort_by ?? DEFAULT_FAVORITE_SORT[kind]}
          onChange={({ target }) =>
            change({ sort_by: FAVORITE_SORTS[kind].find((sort) => sort === target.value) })
          }
        >
          {FAVORITE_SORTS[kind].map((sort) => (
            <option key={sort} value={sort}>
              {t(`favorites.sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={button.button}
        onClick={() => change({ order: isAscending ? undefined : "asc" })}
      >
        <Icon name={isAscending ? "up" : "down"} size={18} />
        {t(isAscending ? "favorites.ascending" : "favorites.descending")}
      </button>
      {kind === "creator" && hasStored ? (
        <LabelFilter label={search.label} onChoose={(label) => change({ label })} />
      ) : null}
      {kind === "creator" ? (
        <button
          type="button"
          className={button.button}
          aria-pressed={search.by === "person"}
          onClick={() => change({ by: search.by === "person" ? undefined : "person" })}
        >
          {t("favorites.byPerson")}
        </button>
      ) : null}
    </form>
  );
}
