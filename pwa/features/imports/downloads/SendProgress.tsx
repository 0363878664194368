import { t } from "../../../i18n/index.ts";
import { formatDuration } from "../../../lib/durations.ts";
import { formatSize } from "../../../lib/sizes.ts";
import button from "../../../ui/Button.module.css";
import { LeftOutList } from "../../../ui/LeftOutList.tsx";
import { Bar } from "../../../ui/ProgressBar.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Downloads.module.css";
import { inWords } from "./Problems.tsx";
import type { SendState } from "./sender.ts";

/** Progress of sending, and its errors. */
export function SendProgress({ state, onContinue }: { state: SendState; onContinue: () => void }) {
  const { status, files, sentFiles, bytes, sentBytes, rate, left, skipped, error } = state;
  const facts = [
    t("downloads.sent", {
      done: sentFiles,
      count: files,
      bytes: formatSize(sentBytes),
      all: formatSize(bytes),
    }),
    status !== "sending" || rate === undefined ? "" : t("downloads.rate", { bytes: formatSize(rate) }),
    status !== "sending" || left === undefined ? "" : t("downloads.left", { time: formatDuration(left) }),
  ];
  return (
    <section className={styles.part} aria-label={t("downloads.sending")}>
      <h2>{t("downloads.sending")}</h2>
      <Bar label={t("downloads.sending")} done={sentBytes} of={status === "reading" ? undefined : bytes} />
      <p>{facts.filter((fact) => fact !== "").join(" · ")}</p>
      <p role="status">{status === "waiting" ? t("downloads.waiting") : null}</p>
      {status === "stopped" ? (
        <div role="alert">
          <p className={styles.problem}>{refusalText(error)}</p>
          <button type="button" className={`${button.button} ${button.primary}`} onClick={onContinue}>
            {t("downloads.tryAgain")}
          </button>
        </div>
      ) : (
        <p className={styles.soft}>{t("downloads.keepOpen")}</p>
      )}
      <LeftOutList title={t("downloads.leftOut", { count: skipped.length })} files={skipped.map(inWords)} />
    </section>
  );
}
