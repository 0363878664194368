import { useEffect, useRef } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { addToOwned } from "../../../offline/owned-files/owned-files.ts";
import button from "../../../ui/Button.module.css";
import { Bar } from "../../../ui/ProgressBar.tsx";
import { Success } from "../../../ui/Success.tsx";
import type { ZipRun, ZipView } from "./client.ts";
import type { Format } from "./format.ts";
import type { ZipJob } from "./worker-api.ts";
import styles from "./Zip.module.css";

export interface ZipStatusProps {
  run: ZipRun;
  job: ZipJob;
  fileName: string;
  /** Returns to the choice. */
  onBack: () => void;
  onClose: () => void;
}

/** Progress, failed files, and retry. */
export function ZipStatus({ run, job, fileName, onBack, onClose }: ZipStatusProps) {
  const view = run.view.use();
  const { stage } = view;
  const isBusy = stage === "running" || stage === "paused";
  useWarning(isBusy);
  useOffer(view, job, fileName);
  useEffect(() => {
    if (stage === "cancelled") onClose();
  }, [stage, onClose]);
  return (
    <>
      <p className={styles.note} dir="auto">
        {fileName}
      </p>
      {isBusy ? <Progress view={view} job={job} /> : null}
      <Missing view={view} job={job} />
      <StatusText view={view} job={job} fileName={fileName} />
      <div className={styles.buttons}>
        {stage === "paused" ? (
          <>
            <button
              type="button"
              className={`${button.button} ${button.primary}`}
              onClick={() => run.decide(true)}
            >
              {t("zip.again")}
            </button>
            <button type="button" className={button.button} onClick={() => run.decide(false)}>
              {t("zip.without")}
            </button>
          </>
        ) : null}
        {isBusy ? (
          <button type="button" className={button.button} onClick={() => run.cancel()}>
            {t("zip.cancel")}
          </button>
        ) : (
          <button type="button" className={button.button} onClick={stage === "done" ? onClose : onBack}>
            {t(stage === "done" ? "zip.close" : "zip.back")}
          </button>
        )}
      </div>
    </>
  );
}

/** Warns before leaving the page, which would cancel the ZIP. */
function useWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isBusy]);
}

/** Downloads a ZIP from the browser's own file system, once, and lists its files as owned. */
function useOffer({ stage, address, files }: ZipView, job: ZipJob, fileName: string): void {
  const isOffered = useRef(false);
  useEffect(() => {
    if (stage !== "done" || isOffered.current) return;
    isOffered.current = true;
    addToOwned(
      job.files
        .filter(({ jpeg }, place) => jpeg === undefined && files[place]?.state === "whole")
        .map(({ hash }) => hash),
    );
    if (address === undefined) return;
    const link = document.createElement("a");
    link.href = address;
    link.download = fileName;
    link.click();
  }, [stage, address, files, job, fileName]);
}

function Progress({ view: { files }, job }: { view: ZipView; job: ZipJob }) {
  const wanted = files.filter(({ state }) => state !== "skipped");
  const whole = wanted.filter(({ state }) => state === "whole").length;
  const running = files.findIndex(({ state }) => state === "running");
  const now = files[running];
  const name = job.files[running]?.zipName ?? "";
  const size = formatSize(wanted.reduce((sum, { received }) => sum + received, 0));
  return (
    <div className={styles.progress}>
      <Bar
        label={t("zip.progressLabel", { format: formatOf(job) })}
        done={whole + shareOf(now)}
        of={Math.max(1, wanted.length)}
      />
      <span className={styles.note}>{t("zip.progress", { whole, total: wanted.length, size })}</span>
      {now === undefined ? null : (
        <div className={styles.now}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span>
            {t("zip.fileProgress", { size: formatSize(now.received), where: now.isLocal ? "here" : "" })}
          </span>
          <Bar label={name} done={now.received} of={now.bytes} />
        </div>
      )}
    </div>
  );
}

const formatOf = ({ book }: ZipJob): Format => book?.format ?? "ZIP";

const shareOf = (file: ZipView["files"][number] | undefined) =>
  file?.bytes === undefined ? 0 : Math.min(1, file.received / Math.max(1, file.bytes));

/** Files missing from the ZIP, each with the reason. */
function Missing({ view: { files, stage }, job }: { view: ZipView; job: ZipJob }) {
  const failed = job.files.flatMap((file, place) => {
    const state = files[place];
    return state?.state === "failed" ? [{ ...file, problem: state.problem ?? "network" }] : [];
  });
  if (failed.length === 0) return null;
  return (
    <div role={stage === "paused" ? "alert" : undefined} className={styles.missing}>
      <p>
        {t(stage === "done" ? "zip.notIn" : "zip.failed", { count: failed.length, format: formatOf(job) })}
      </p>
      <ul>
        {failed.map(({ zipName, name, path, problem }) => (
          <li key={zipName}>
            <span dir="auto">{name || path.slice(7)}</span> <span>{t("zip.problem", { problem })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function StatusText({ view, job, fileName }: { view: ZipView; job: ZipJob; fileName: string }) {
  const { stage, bytes, address } = view;
  if (stage === "full" || stage === "output")
    return (
      <p role="alert">
        {t(stage === "full" ? "zip.full" : "zip.refused", {
          kind: job.output.kind,
          format: formatOf(job),
        })}
      </p>
    );
  if (stage !== "done") return null;
  return (
    <Success>
      {t("zip.done", { size: formatSize(bytes ?? 0), format: formatOf(job) })}{" "}
      {address === undefined ? null : (
        <a href={address} download={fileName}>
          {t("zip.downloadAgain")}
        </a>
      )}
    </Success>
  );
}
