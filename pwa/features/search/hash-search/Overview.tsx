import { t } from "../../../i18n/index.ts";
import { formatDuration } from "../../../lib/durations.ts";
import { formatSize } from "../../../lib/sizes.ts";
import button from "../../../ui/Button.module.css";
import { exportRows, type Format, offer } from "./export.ts";
import styles from "./HashPage.module.css";
import { lookup, MAX_FILES } from "./lookup.ts";
import type { LookupState } from "./rows.ts";

/** Progress of all files, counts of results, and actions. */
export function Overview({ state }: { state: LookupState }) {
  const { counts, isBusy, isPaused, leftOut, rows } = state;
  const result = t("hash.result", { known: counts.known, unknown: counts.unknown });
  return (
    <section className={styles.overview} aria-label={t("hash.overview")}>
      <h2>{t("hash.files", { count: rows.length })}</h2>
      {isBusy ? <Progress state={state} /> : null}
      {/* Read out once, when all is done. */}
      <p role="status">{isBusy || counts.asking > 0 ? "" : result}</p>
      {leftOut > 0 ? (
        <p className={styles.warning}>{t("hash.skipped", { count: leftOut, most: MAX_FILES })}</p>
      ) : null}
      {counts.queued > 0 ? (
        <p className={styles.warning}>{t("hash.queuedNote", { count: counts.queued })}</p>
      ) : null}
      <div className={styles.buttons}>
        {isBusy ? (
          <>
            <button
              type="button"
              className={button.button}
              onClick={() => (isPaused ? lookup.continue() : lookup.pause())}
            >
              {t(isPaused ? "hash.continue" : "hash.pause")}
            </button>
            <button type="button" className={button.button} onClick={() => lookup.cancel()}>
              {t("hash.cancel")}
            </button>
          </>
        ) : (
          <>
            <ExportButton state={state} format="csv" />
            <ExportButton state={state} format="json" />
            <button type="button" className={button.button} onClick={() => lookup.clear()}>
              {t("hash.clear")}
            </button>
          </>
        )}
      </div>
    </section>
  );
}

function Progress({ state: { bytes, done, rate, left, isPaused, rows, counts } }: { state: LookupState }) {
  const ended = rows.length - counts.waiting - counts.hashing;
  const facts = [
    t("hash.progress", { done: ended, count: rows.length, bytes: formatSize(done), all: formatSize(bytes) }),
    isPaused ? t("hash.paused") : rate === undefined ? "" : t("hash.rate", { bytes: formatSize(rate) }),
    isPaused || left === undefined ? "" : t("hash.left", { time: formatDuration(left) }),
  ];
  return (
    <div className={styles.progress}>
      <progress value={done} max={Math.max(bytes, 1)} aria-label={t("hash.computing")} />
      <p>{facts.filter((fact) => fact !== "").join(" · ")}</p>
    </div>
  );
}

function ExportButton({ state, format }: { state: LookupState; format: Format }) {
  const save = async () =>
    offer(
      await exportRows(state.rows, format, location.origin),
      `files-${new Date().toISOString().slice(0, 10)}.${format}`,
    );
  return (
    <button type="button" className={button.button} onClick={() => void save()}>
      {t(format === "csv" ? "hash.exportCsv" : "hash.exportJson")}
    </button>
  );
}
