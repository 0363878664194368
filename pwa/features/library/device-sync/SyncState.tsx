import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "./Sync.module.css";
import { type SyncStatus, syncNow, syncStatus } from "./start.ts";
import type { DeviceState } from "./state.ts";

const PROBLEMS: Partial<Record<SyncStatus, "sync.failed" | "sync.full">> = {
  failed: "sync.failed",
  full: "sync.full",
};

/** Time of the last sync, the last error, and unreadable segments. */
export function SyncState({ device: { syncedAt, unreadable } }: { device: DeviceState }) {
  const status = syncStatus.use();
  const problem = PROBLEMS[status];
  return (
    <section className={styles.part} aria-label={t("sync.title")}>
      <p>
        <strong>{t(status === "syncing" ? "sync.syncing" : "sync.on")}</strong>{" "}
        {syncedAt === 0 ? (
          t("sync.never")
        ) : (
          <>
            {t("sync.last")} <DateText iso={new Date(syncedAt).toISOString()} show="moment" />
          </>
        )}
      </p>
      {unreadable.length === 0 ? null : (
        <p className={styles.problem}>{t("sync.unreadable", { count: unreadable.length })}</p>
      )}
      <p className={styles.problem} role="alert">
        {problem === undefined ? null : t(problem)}
      </p>
      <p>
        <button type="button" className={button.button} onClick={() => void syncNow()}>
          {t("sync.now")}
        </button>
      </p>
    </section>
  );
}
