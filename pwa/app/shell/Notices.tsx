import { lazy, Suspense, useSyncExternalStore } from "react";
import { InstallOffer } from "../../features/install/public.ts";
import { t } from "../../i18n/index.ts";
import { currentFlash, flash, onFlash } from "../../lib/toast.ts";
import { onShown, usesDevice } from "../../offline/cache/stale-queries.ts";
import { hasNewerTab, onOutdated } from "../../offline/db/outdated.ts";
import { Icon } from "../../ui/Icon.tsx";
import { applyUpdate, hasUpdate, onUpdate } from "../start/worker-updates.ts";
import styles from "./Notices.module.css";

const CopyLine = lazy(() =>
  import("../../offline/cache/CacheAge.tsx").then((file) => ({ default: file.CopyLine })),
);

function onLine(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Small things to know: the line is gone, this is a copy, a new version waits. */
export function Notices() {
  const isOnline = useSyncExternalStore(onLine, () => navigator.onLine);
  const isUpdateReady = useSyncExternalStore(onUpdate, hasUpdate);
  const done = useSyncExternalStore(onFlash, currentFlash);
  const isCopy = useSyncExternalStore(onShown, usesDevice);
  const isOutdated = useSyncExternalStore(onOutdated, hasNewerTab);
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
          <CopyLine className={styles.notice ?? ""} isOnline={isOnline} />
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
