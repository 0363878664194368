import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { removeRecentSearch, removeSavedSearch } from "../../../offline/searches/searches.ts";
import badge from "../../../ui/Badge.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./SavedSearches.module.css";
import { recentMode, setRecentMode, useRecentSearches, useSavedSearches, useUnseenCounts } from "./store.ts";

const RECENT = 5;

/** Below the empty search box: saved searches with counts of new posts, and recent searches. */
export function SearchHistory() {
  const saved = useSavedSearches() ?? [];
  const unseen = useUnseenCounts(saved);
  const recent = useRecentSearches(RECENT);
  const mode = recentMode.use();
  return (
    <div className={styles.history}>
      {saved.length === 0 ? null : (
        <section aria-label={t("savedSearches.title")}>
          <h2 className={styles.heading}>{t("savedSearches.title")}</h2>
          <ul className={styles.rows}>
            {saved.map(({ id, q }, at) => (
              <li key={id} className={styles.row}>
                <Link to="/posts" search={{ q }} className={styles.link}>
                  <Icon name="saved" size={18} />
                  <bdi className={styles.words}>{q}</bdi>
                  {(unseen[at] ?? 0) === 0 ? null : (
                    <span className={badge.badge}>{t("savedSearches.new", { count: unseen[at] ?? 0 })}</span>
                  )}
                </Link>
                <Remove label={t("savedSearches.remove", { q })} onClick={() => void removeSavedSearch(id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t("savedSearches.recent")}>
        <header className={styles.head}>
          <h2 className={styles.heading}>{t("savedSearches.recent")}</h2>
          <button
            type="button"
            className={styles.mode}
            onClick={() => void setRecentMode(mode === "on" ? "off" : "on")}
          >
            {t(mode === "on" ? "savedSearches.turnOff" : "savedSearches.turnOn")}
          </button>
        </header>
        <ul className={styles.rows}>
          {recent.map((q) => (
            <li key={q} className={styles.row}>
              <Link to="/posts" search={{ q }} className={styles.link}>
                <Icon name="clock" size={18} />
                <bdi className={styles.words}>{q}</bdi>
              </Link>
              <Remove label={t("savedSearches.forget", { q })} onClick={() => void removeRecentSearch(q)} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={label}
      // Keeps the focus in the field, as the row is removed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon name="close" size={18} />
    </button>
  );
}
