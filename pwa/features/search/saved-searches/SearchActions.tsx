import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { parseQuery, printQuery } from "#shared/search/query.ts";
import { t } from "../../../i18n/index.ts";
import { type ListSearch, stringifySearch } from "../../../lib/list-search.ts";
import { isPrivate } from "../../../lib/private-session.ts";
import { copyText } from "../../../lib/secure-context/clipboard.ts";
import { flash } from "../../../lib/toast.ts";
import {
  addRecentSearch,
  markSearchSeen,
  removeSavedSearch,
  saveSearch,
} from "../../../offline/searches/searches.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./SavedSearches.module.css";
import { feedQuery, newestOf, recentMode, useSavedSearches } from "./store.ts";

const MESSAGE_MS = 2_000;

/** Saves a search, copies its link, links its feed. */
export function SearchActions({ search }: { search: ListSearch }) {
  const q = queryOf(search);
  const saved = useSavedSearches();
  const row = saved?.find((one) => one.q === q);
  // New posts are only counted for saved searches.
  const { data: feed, refetch } = useQuery({ ...feedQuery(q), enabled: row !== undefined });
  useRecent(q);
  useEffect(() => {
    if (row === undefined || feed === undefined) return;
    const newest = newestOf(feed);
    if (newest > row.seen && !isPrivate()) void markSearchSeen(row.id, newest);
  }, [row, feed]);
  if (q === "") return null;
  const save = async () => {
    if (row !== undefined) return removeSavedSearch(row.id);
    const { data } = await refetch();
    await saveSearch(q, data === undefined ? Date.now() : newestOf(data));
  };
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={button.button}
        aria-pressed={row !== undefined}
        disabled={saved === undefined}
        onClick={() => save().catch(() => flash({ text: t("saved.dialog.refused") }))}
      >
        <Icon name={row === undefined ? "saved" : "check"} size={18} />
        {t(row === undefined ? "savedSearches.save" : "savedSearches.saved")}
      </button>
      <CopyLink search={search} />
      <a
        className={button.button}
        href={`/api/v1/posts/feed${stringifySearch({ format: "rss", q: search.q, tag: search.tag })}`}
      >
        {t("savedSearches.feed")}
      </a>
    </div>
  );
}

/** Converts tags in the address to conditions of the query. */
function queryOf({ q = "", tag = [] }: ListSearch): string {
  const query = parseQuery(q);
  const tags = tag
    .filter((value) => !value.includes('"'))
    .map((value) => ({ key: "tag" as const, value, isExcluded: false }));
  return printQuery({ ...query, conditions: [...query.conditions, ...tags] });
}

/** Adds the query to the recent searches; changed filters alone do not. */
function useRecent(q: string): void {
  const { words, conditions } = parseQuery(q);
  const text = words.length > 0 ? printQuery({ words, conditions: [] }) : printQuery({ words, conditions });
  useEffect(() => {
    if (text !== "" && recentMode.get() === "on" && !isPrivate())
      addRecentSearch(text).catch((error: unknown) => console.warn("The search is not remembered.", error));
  }, [text]);
}

function CopyLink({ search: { q, tag } }: { search: ListSearch }) {
  const [said, setSaid] = useState<"savedSearches.copied" | "savedSearches.copyFailed">();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const isCopied = await copyText(`${location.origin}/posts${stringifySearch({ q, tag })}`);
    setSaid(isCopied ? "savedSearches.copied" : "savedSearches.copyFailed");
  };
  return (
    <button type="button" className={button.button} onClick={() => void copy()}>
      <span aria-live="polite">{t(said ?? "savedSearches.copy")}</span>
    </button>
  );
}
