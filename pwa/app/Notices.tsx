import { useSyncExternalStore } from "react";
import { t } from "../i18n/index.ts";
import { currentFlash, flash, onFlash } from "../lib/flash.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./Notices.module.css";
import { applyUpdate, hasUpdate, onUpdate } from "./worker.ts";

function onLine(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Small things to know: the line is gone, a new version waits. */
export function Notices() {
  const isOnline = useSyncExternalStore(onLine, () => navigator.onLine);
  const isUpdateReady = useSyncExternalStore(onUpdate, hasUpdate);
  const done = useSyncExternalStore(onFlash, currentFlash);
  return (
    <div className={styles.stack} role="status">
      {done === undefined ? null : (
        <p className={styles.notice}>
          <span dir="auto">{done.text}</span>
          <button
            type="button"
            onClick={() => {
              flash(undefined);
              done.undo();
            }}
          >
            {t("notices.undo")}
          </button>
        </p>
      )}
      {isOnline ? null : (
        <p className={styles.notice}>
          <Icon name="offline" />
          {t("notices.offline")}
        </p>
      )}
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
