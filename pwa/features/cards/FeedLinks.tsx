import { useParams } from "@tanstack/react-router";
import { useId } from "react";
import { t } from "../../i18n/index.ts";
import { type ListSearch, stringifySearch } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import styles from "./FeedLinks.module.css";

const FORMATS = [
  { format: "rss", name: "RSS" },
  { format: "atom", name: "Atom" },
  { format: "json", name: "JSON Feed" },
];

/** The list as feeds: all posts, a search in them, or a creator's. A search among a creator's posts has none. */
export function FeedLinks({ search: { q, tag } }: { search: ListSearch }) {
  const { service, id } = useParams({ strict: false });
  const label = useId();
  const isOfCreator = service !== undefined && id !== undefined;
  if (isOfCreator && (q !== undefined || tag !== undefined)) return null;
  const list = isOfCreator ? `${service}/user/${encodeURIComponent(id)}` : "posts";
  return (
    <nav className={styles.feeds} aria-labelledby={label}>
      <span id={label} className={button.label}>
        {t("cards.feed")}
      </span>
      <ul className={styles.formats}>
        {FORMATS.map(({ format, name }) => (
          <li key={format}>
            <a href={`/api/v1/${list}/feed${stringifySearch({ format, q, tag })}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
