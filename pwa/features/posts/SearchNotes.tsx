import { Link } from "@tanstack/react-router";
import { type Condition, parseQuery, printCondition, printQuery } from "#shared/search/query.ts";
import { t } from "../../i18n/index.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./PostSearchForm.module.css";

export interface SearchNotesProps {
  search: ListSearch;
  /** How many hits hold the words exactly, where others follow. */
  exact?: number | undefined;
}

/** What a search is made of, each condition removable, and how its answer was found. */
export function SearchNotes({ search, exact }: SearchNotesProps) {
  const query = parseQuery(search.q ?? "");
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
      {exact === undefined ? null : <p className={styles.note}>{t("conditions.exact", { count: exact })}</p>}
    </>
  );

  function without(condition: Condition): string | undefined {
    const conditions = query.conditions.filter((one) => one !== condition);
    return printQuery({ ...query, conditions }) || undefined;
  }
}

function Chip({ condition, search }: { condition: Condition; search: ListSearch }) {
  const text = printCondition(condition);
  return (
    <Link to="." search={search} className={styles.tag} aria-label={t("conditions.remove", { text })}>
      <bdi>{text}</bdi>
      <Icon name="close" size={16} />
    </Link>
  );
}
