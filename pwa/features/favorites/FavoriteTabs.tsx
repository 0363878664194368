import { Link, type LinkProps } from "@tanstack/react-router";
import { type MessageId, t } from "../../i18n/index.ts";
import styles from "./Favorites.module.css";

const TABS: [NonNullable<LinkProps["to"]>, MessageId][] = [
  ["/account/favorites/artists", "favorites.creators"],
  ["/account/favorites/posts", "favorites.posts"],
  ["/account/favorites/export", "favorites.file"],
];

export function FavoriteTabs() {
  return (
    <nav className={styles.tabs} aria-label={t("account.favorites")}>
      {TABS.map(([to, label]) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          preload={false}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
