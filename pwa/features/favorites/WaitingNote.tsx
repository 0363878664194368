import { t } from "../../i18n/index.ts";
import styles from "./Favorites.module.css";
import { type FavoriteKind, useFavoriteKeys } from "./marks.ts";

/**
 * Notice about favorites added on this device that are not synced yet.
 * @property listed keys of all rows; undefined if some are unknown
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
