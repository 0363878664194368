import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import {
  type Condition,
  parseQuery,
  printCondition,
  printQuery,
  unknownConditions,
} from "#shared/search/query.ts";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./PostSearchForm.module.css";

const MIN_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 60_000;

/** Properties of a response. */
export interface FoundNotes {
  /** Number of exact hits, if similar ones follow. */
  exact?: number | undefined;
  /** True if the database answered, as the search engine does not. */
  fallback?: true | undefined;
}

export interface SearchNotesProps {
  search: ListSearch;
  found?: FoundNotes | undefined;
}

/** Removable conditions of a search, and notes on its results. */
export function SearchNotes({ search, found: { exact, fallback } = {} }: SearchNotesProps) {
  const query = parseQuery(search.q ?? "");
  const unknown = unknownConditions(query);
  return (
    <>
      {query.conditions.length === 0 ? null : (
        <ul className={styles.tags} aria-label={t("conditions.label")}>
          {query.conditions.map((condition) => (
            <li key={printCondition(condition)}>
              <Chip condition={condition} search={{ ...search, o: undefined, q: without(condition) }} />
            </li>
          ))}
        </ul>
      )}
      {unknown.length === 0 ? null : (
        <p className={styles.note} role="status">
          {t("conditions.unknown", { text: unknown.join(" "), count: unknown.length })}
        </p>
      )}
      {fallback ? <FallbackNote /> : null}
      {exact === undefined ? null : <p className={styles.note}>{t("conditions.exact", { count: exact })}</p>}
    </>
  );

  function without(condition: Condition): string | undefined {
    const conditions = query.conditions.filter((one) => one !== condition);
    return printQuery({ ...query, conditions }) || undefined;
  }
}

/** Repeats the search until the engine answers, less and less often, as some archives have none. */
function FallbackNote() {
  const client = useQueryClient();
  useEffect(() => {
    let delay = MIN_RETRY_DELAY_MS;
    let timer: number;
    const schedule = () => {
      timer = window.setTimeout(() => {
        void client.invalidateQueries({ queryKey: ["posts"] });
        delay = Math.min(2 * delay, MAX_RETRY_DELAY_MS);
        schedule();
      }, delay);
    };
    schedule();
    return () => clearTimeout(timer);
  }, [client]);
  return (
    <p className={styles.note} role="status">
      {t("conditions.fallback")}
    </p>
  );
}

function Chip({ condition, search }: { condition: Condition; search: ListSearch }) {
  const { key, value, or, isExcluded } = condition;
  const text =
    key === "person" && or === undefined && !isExcluded
      ? t("conditions.person", { creator: value })
      : printCondition(condition);
  return (
    <Link to="." search={search} className={styles.tag} aria-label={t("conditions.remove", { text })}>
      <bdi>{text}</bdi>
      <Icon name="close" size={16} />
    </Link>
  );
}
