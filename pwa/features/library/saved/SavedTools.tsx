import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { DEFAULT_LIBRARY_ORDER, LIBRARY_ORDERS, type LibraryOrder } from "#shared/rules/sort-orders.ts";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { LibraryResults } from "../../../offline/library/saved-library.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { deleteSaved } from "./actions.ts";
import styles from "./SavedPage.module.css";
import type { SavedSearch } from "./search.ts";
import { useTotals } from "./use-totals.ts";

const SETTLED_MS = 200;

export interface SavedToolsProps {
  search: SavedSearch;
  answer: LibraryResults;
  picked: ReadonlySet<string> | undefined;
  onPick: (keys: ReadonlySet<string> | undefined) => void;
}

/** Sort order, filter, and actions on selected posts. */
export function SavedTools({ search, answer, picked, onPick }: SavedToolsProps) {
  const navigate = useNavigate();
  const go = (change: Partial<SavedSearch>) =>
    void navigate({
      to: "/saved",
      search: (before: object) => ({ ...before, ...change }),
      replace: true,
    });
  const remove = async (keys: string[]) => {
    await deleteSaved(keys);
    onPick(undefined);
  };
  return (
    <div className={styles.tools}>
      <Filter words={search.q ?? ""} onChange={(q) => go({ q: q === "" ? (undefined as never) : q })} />
      <label className={button.label}>
        {t("saved.sort")}
        <select
          className={button.field}
          value={search.sort ?? DEFAULT_LIBRARY_ORDER}
          onChange={({ target }) => go({ sort: target.value as LibraryOrder })}
        >
          {LIBRARY_ORDERS.map((value) => (
            <option key={value} value={value}>
              {t(`saved.sort.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <Summary answer={answer} isAll={search.q === undefined && search.creator === undefined} />
      {search.creator === undefined ? null : (
        <p className={styles.chip}>
          <span dir="auto">
            {t("saved.ofCreator", { name: answer.rows[0]?.creatorName || search.creator })}
          </span>
          <button type="button" className={button.button} onClick={() => go({ creator: undefined as never })}>
            {t("saved.allCreators")}
          </button>
        </p>
      )}
      <div className={styles.picking}>
        {answer.count === 0 ? null : (
          <Link to="/read" search={readSearch(search)} className={button.button}>
            {t("collections.read")}
          </Link>
        )}
        <button
          type="button"
          className={button.button}
          aria-pressed={picked !== undefined}
          onClick={() => onPick(picked === undefined ? new Set() : undefined)}
        >
          {t(picked === undefined ? "saved.select" : "saved.selectEnd")}
        </button>
        {picked === undefined ? null : (
          <>
            <button
              type="button"
              className={button.button}
              onClick={() => onPick(new Set(answer.rows.map(({ key }) => key)))}
            >
              {t("saved.selectAll")}
            </button>
            <button
              type="button"
              className={button.button}
              disabled={picked.size === 0}
              onClick={() => void remove([...picked])}
            >
              <Icon name="trash" size={18} />
              {t("saved.deleteCount", { count: picked.size })}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

function Summary({ answer, isAll }: { answer: LibraryResults; isAll: boolean }) {
  const { totals } = useTotals();
  const all = totals?.reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = answer.rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const size = isAll ? all : shown; // blank until everything is counted
  return (
    <p className={styles.summary} role="status">
      {size === undefined ? "\u00a0" : t("saved.summary", { count: answer.count, size: formatSize(size) })}
    </p>
  );
}

/** Filter field; updates the address after a pause in typing. */
function Filter({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    if (typed === words) return;
    const timer = setTimeout(() => onChange(typed), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label className={button.label}>
      {t("saved.filter")}
      <input
        type="search"
        className={button.field}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}

/** Search string that reads the same posts continuously. */
function readSearch({ sort = DEFAULT_LIBRARY_ORDER, creator, q }: SavedSearch) {
  const [service, user] = creator?.split("/") ?? [];
  return { saved: sort, service, user, q };
}
