import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import badge from "../../../ui/Badge.module.css";
import { Icon, type IconName } from "../../../ui/Icon.tsx";
import { useSavedSearches, useUnseenCounts } from "../../search/saved-searches/store.ts";
import { newPostsQuery } from "../catch-up/api.ts";
import { startVisit } from "../catch-up/last-look.ts";
import home from "./HomePage.module.css";
import styles from "./WelcomeBack.module.css";

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** One line of links: new posts of favorites, and saved searches with new posts. */
export function News({ hasFavorites }: { hasFavorites: boolean }) {
  const [since] = useState(() => startVisit() ?? new Date(Date.now() - WEEK_MS).toISOString().slice(0, 19));
  const { data } = useQuery({ ...newPostsQuery(since), enabled: hasFavorites });
  const searches = useSavedSearches() ?? [];
  const unseen = useUnseenCounts(searches);
  const found = searches.map((search, at) => ({ ...search, count: unseen[at] ?? 0 }));
  const withNews = found.filter(({ count }) => count > 0);
  if (!hasFavorites && withNews.length === 0) return null;
  return (
    <nav className={styles.news} aria-label={t("catchUp.title")}>
      {hasFavorites ? (
        <Link to="/account/favorites/new" className={`${home.pill} ${styles.item}`}>
          <Label icon="star" count={data?.count ?? 0}>
            {t("home.newFavorites")}
          </Label>
        </Link>
      ) : null}
      {withNews.map(({ id, q, count }) => (
        <Link key={id} to="/posts" search={{ q }} className={`${home.pill} ${styles.item}`}>
          <Label icon="search" count={count}>
            {q}
          </Label>
        </Link>
      ))}
    </nav>
  );
}

function Label({ icon, count, children }: { icon: IconName; count: number; children: string }) {
  return (
    <>
      <Icon name={icon} size={18} />
      <bdi>{children}</bdi>
      {count === 0 ? null : <span className={badge.badge}>{t("savedSearches.new", { count })}</span>}
    </>
  );
}
