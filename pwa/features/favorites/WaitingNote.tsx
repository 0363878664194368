import { t } from "../../i18n/index.ts";
import { useOnline } from "../../lib/online.ts";
import styles from "./Favorites.module.css";
import { type FavoriteKind, useFavoriteKeys, useIsOnDevice } from "./marks.ts";

/**
 * Notice about favorites of this device that are not in the list: not synced yet, or not in the archive.
 * @property listed keys of all rows; undefined if some are unknown
 */
export function WaitingNote({ kind, listed }: { kind: FavoriteKind; listed: readonly string[] | undefined }) {
  const keys = useFavoriteKeys(kind);
  const isOnline = useOnline();
  const isMissing = useIsOnDevice() && isOnline;
  if (listed === undefined || keys === undefined) return null;
  const known = new Set(listed);
  const count = [...keys].filter((key) => !known.has(key)).length;
  return count === 0 ? null : (
    <p className={styles.waiting} role="status">
      {t(isMissing ? "favorites.missing" : "favorites.waiting", { count })}
    </p>
  );
}
