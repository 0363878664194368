import { lazy, Suspense } from "react";
import { InstallOffer } from "../../features/install/public.ts";
import { t } from "../../i18n/index.ts";
import { useOnline } from "../../lib/online.ts";
import { flash, useFlash } from "../../lib/toast.ts";
import { hasShownCopy } from "../../offline/cache/stale-queries.ts";
import { isDbOutdated } from "../../offline/db/outdated.ts";
import { Icon } from "../../ui/Icon.tsx";
import { applyUpdate, useUpdate } from "../start/worker-updates.ts";
import styles from "./Notices.module.css";

const CacheAge = lazy(() =>
  import("../../offline/cache/CacheAge.tsx").then((file) => ({ default: file.CacheAge })),
);

/** Offline, a copy of this device, an available update, and what was just done. */
export function Notices() {
  const isOnline = useOnline();
  const isUpdateReady = useUpdate();
  const done = useFlash();
  const isCopy = hasShownCopy.use();
  const isOutdated = isDbOutdated.use();
  const offline = isOnline ? null : (
    <p className={styles.notice}>
      <Icon name="offline" />
      {t("notices.offline")}
    </p>
  );
  return (
    <div className={styles.stack} role="status">
      {done === undefined ? null : (
        <p className={styles.notice}>
          <span dir="auto">{done.text}</span>
          {done.undo === undefined ? null : (
            <button
              type="button"
              onClick={() => {
                flash(undefined);
                done.undo?.();
              }}
            >
              {t("notices.undo")}
            </button>
          )}
        </p>
      )}
      <InstallOffer />
      {isCopy ? (
        <Suspense fallback={offline}>
          <CacheAge className={styles.notice ?? ""} isOnline={isOnline} />
        </Suspense>
      ) : (
        offline
      )}
      {isOutdated ? (
        <p className={styles.notice}>
          {t("notices.outdated")}
          <button type="button" onClick={() => location.reload()}>
            {t("notices.reload")}
          </button>
        </p>
      ) : null}
      {isUpdateReady ? (
        <p className={styles.notice}>
          {t("notices.update")}
          <button type="button" onClick={applyUpdate}>
            {t("notices.apply")}
          </button>
        </p>
      ) : null}
    </div>
  );
}
