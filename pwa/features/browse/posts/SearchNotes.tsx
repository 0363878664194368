import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { type Condition, parseQuery, printCondition, printQuery } from "#shared/search/query.ts";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./PostSearchForm.module.css";

const REPEAT_MS = 5_000;

/** What an answer says of itself. */
export interface FoundNotes {
  /** How many hits hold the words exactly, where others follow. */
  exact?: number | undefined;
  /** The database answered in place of the search engine. */
  basic?: true | undefined;
  /** A part of the search engine did not answer. */
  partial?: true | undefined;
}

export interface SearchNotesProps {
  search: ListSearch;
  found?: FoundNotes | undefined;
}

/** What a search is made of, each condition removable, and how its answer was found. */
export function SearchNotes({ search, found: { exact, basic, partial } = {} }: SearchNotesProps) {
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
      {basic || partial ? <PassingNote text={t(basic ? "conditions.basic" : "conditions.partial")} /> : null}
      {exact === undefined ? null : <p className={styles.note}>{t("conditions.exact", { count: exact })}</p>}
    </>
  );

  function without(condition: Condition): string | undefined {
    const conditions = query.conditions.filter((one) => one !== condition);
    return printQuery({ ...query, conditions }) || undefined;
  }
}

/** Asks again until the whole search engine answers. */
function PassingNote({ text }: { text: string }) {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ["posts"] }), REPEAT_MS);
    return () => clearInterval(timer);
  }, [client]);
  return (
    <p className={styles.note} role="status">
      {text}
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
