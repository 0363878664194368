import { Link, useMatch, useParams } from "@tanstack/react-router";
import { useId } from "react";
import { printCondition } from "#shared/search/query.ts";
import { t } from "../i18n/index.ts";
import { Rich } from "../i18n/Rich.tsx";
import { type ListSearch, stringifySearch } from "../lib/list-search.ts";
import { isForMembers } from "../lib/members.ts";
import button from "./Button.module.css";
import styles from "./FeedLinks.module.css";

const FORMATS = [
  { format: "rss", name: "RSS" },
  { format: "atom", name: "Atom" },
  { format: "json", name: "JSON Feed" },
];

interface FeedLinksProps {
  search: Pick<ListSearch, "q" | "tag">;
  /** DMs have a list of their own. */
  of?: "posts" | "dms";
  /** Offers a podcast. */
  hasMedia?: boolean;
}

/** The list as feeds: all posts, a creator's, all profiles of a person, or a search among any of these; or DMs, all or a creator's. */
export function FeedLinks({ search: { q, tag }, of = "posts", hasMedia = false }: FeedLinksProps) {
  const { service, id } = useParams({ strict: false });
  const isOfPerson = useMatch({ from: "/$service/user/$id/links/posts", shouldThrow: false }) !== undefined;
  const label = useId();
  const isSearch = q !== undefined || tag !== undefined;
  let list: string = of;
  let words = q;
  let catalog = of === "posts" && !isOfPerson && tag === undefined ? "opds" : undefined;
  if (service !== undefined && id !== undefined) {
    const by = {
      key: isOfPerson ? "person" : "creator",
      value: `${service}/${id}`,
      isExcluded: false,
    } as const;
    // Only its posts are a feed without a search.
    if (isSearch || of === "dms") words = `${q ?? ""} ${printCondition(by)}`.trim();
    else {
      list = `${service}/user/${encodeURIComponent(id)}${isOfPerson ? "/links/posts" : ""}`;
      if (catalog !== undefined) catalog = `${list}/opds`;
    }
  }
  if (catalog !== undefined && isSearch) catalog = `opds/posts${stringifySearch({ q: words })}`;
  return (
    <nav className={styles.feeds} aria-labelledby={label}>
      <span id={label} className={button.label}>
        {t("cards.feed")}
      </span>
      <ul className={styles.formats}>
        {[...FORMATS, ...(hasMedia ? [{ format: "podcast", name: t("cards.podcast") }] : [])].map(
          ({ format, name }) => (
            <li key={format} translate={format === "podcast" ? "yes" : "no"}>
              <a href={`/api/v1/${list}/feed${stringifySearch({ format, q: words, tag })}`}>{name}</a>
            </li>
          ),
        )}
        {catalog === undefined ? null : (
          <li translate="no">
            <a href={`/api/v1/${catalog}`}>OPDS</a>
          </li>
        )}
      </ul>
      {isForMembers() ? <FeedLogin /> : null}
    </nav>
  );
}

/** Explains the login of feed readers in an archive for members. */
export function FeedLogin() {
  return (
    <p className={styles.login}>
      <Rich id="tokens.feedNote" tags={{ link: (text) => <Link to="/account/sessions">{text}</Link> }} />
    </p>
  );
}
