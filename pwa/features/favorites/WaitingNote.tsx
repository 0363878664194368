import { t } from "../../i18n/index.ts";
import styles from "./Favorites.module.css";
import { type FavoriteKind, useFavoriteKeys } from "./marks.ts";

/**
 * Favorites that the list does not have yet: they were added on this device and wait for a connection.
 * @property listed keys of all rows; undefined where not all of them are known
 */
export function WaitingNote({ kind, listed }: { kind: FavoriteKind; listed: readonly string[] | undefined }) {
  const keys = useFavoriteKeys(kind);
  if (listed === undefined || keys === undefined) return null;
  const known = new Set(listed);
  const count = [...keys].filter((key) => !known.has(key)).length;
  return count === 0 ? null : (
    <p className={styles.waiting} role="status">
      {t("favorites.waiting", { count })}
    </p>
  );
}
