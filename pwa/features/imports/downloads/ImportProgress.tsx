import { useState } from "react";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import { t } from "../../../i18n/index.ts";
import { formatDuration } from "../../../lib/durations.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { TransferRate } from "../../../lib/transfer-rate.ts";
import { Bar } from "../../../ui/ProgressBar.tsx";
import styles from "./Downloads.module.css";

/** Progress of scanning or importing, which continues after the page is closed. */
export function ImportProgress({ data: { state, progress } }: { data: DownloadImport }) {
  const [pace] = useState(() => new TransferRate());
  const [seen, setSeen] = useState(progress);
  if (progress !== null && progress !== seen) {
    setSeen(progress);
    pace.note(progress.bytes, performance.now());
  }
  const title = t(state === "importing" ? "downloads.importing" : "downloads.scanning");
  const total = progress?.total_bytes ?? undefined;
  const rate = pace.rate();
  const left = total === undefined ? undefined : pace.left(total - (progress?.bytes ?? 0));
  const facts =
    progress === null
      ? [t("downloads.queued")]
      : [
          t("downloads.records", { count: progress.records }),
          total === undefined
            ? formatSize(progress.bytes)
            : t("downloads.ofBytes", { bytes: formatSize(progress.bytes), all: formatSize(total) }),
          state !== "importing" || rate === undefined ? "" : t("downloads.rate", { bytes: formatSize(rate) }),
          state !== "importing" || left === undefined
            ? ""
            : t("downloads.left", { time: formatDuration(left) }),
        ];
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <Bar label={title} done={progress?.bytes ?? 0} of={total} />
      <p>{facts.filter((fact) => fact !== "").join(" · ")}</p>
      <p className={styles.soft}>{t("downloads.mayClose")}</p>
    </section>
  );
}
