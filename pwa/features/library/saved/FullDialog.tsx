import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { SavedRow } from "../../../offline/db/records.ts";
import { largestSaved } from "../../../offline/library/saved-library.ts";
import { savedMarks, useSavedMarks } from "../../../offline/library/saved-marks.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { deleteSaved, saveAgain } from "./actions.ts";
import { showSaved } from "./dialogs.ts";
import styles from "./Saved.module.css";
import { useEstimate } from "./use-estimate.ts";

const LARGEST = 5;

/** Saving stopped for lack of space: offers the largest saved posts for deletion. */
export function FullDialog() {
  const marks = useSavedMarks();
  const { usage, quota } = useEstimate(marks);
  const [largest, setLargest] = useState<SavedRow[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a deletion
  useEffect(() => {
    largestSaved(LARGEST).then(setLargest, () => setLargest([]));
  }, [marks]);
  const again = () => {
    const left = [...savedMarks()].filter(([, { state }]) => state === "partial" || state === "saving");
    void saveAgain(left.map(([key]) => key));
    showSaved(undefined);
  };
  return (
    <Dialog className={styles.dialog} title={t("saved.fullTitle")} onClose={() => showSaved(undefined)}>
      <p role="alert">{t("saved.full")}</p>
      {usage === undefined || quota === undefined ? null : (
        <p className={styles.note}>
          {t("saved.fullFree", { free: formatSize(Math.max(0, quota - usage)), quota: formatSize(quota) })}
        </p>
      )}
      {largest === undefined ? null : (
        <section className={styles.post} aria-label={t("saved.fullLargest")}>
          <h3>{t(largest.length === 0 ? "saved.fullNothing" : "saved.fullLargest")}</h3>
          <ul className={styles.rows}>
            {largest.map(({ key, title, bytes }) => (
              <li key={key}>
                <span dir="auto">{title || key}</span>
                <span className={styles.facts}>{formatSize(bytes)}</span>
                <button
                  type="button"
                  className={button.button}
                  aria-label={t("saved.deleteOne", { title })}
                  onClick={() => void deleteSaved([key])}
                >
                  <Icon name="trash" size={18} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.buttons}>
        <button type="button" className={`${button.button} ${button.primary}`} onClick={again}>
          {t("saved.fullAgain")}
        </button>
        <button type="button" className={button.button} onClick={() => showSaved(undefined)}>
          {t("saved.close")}
        </button>
      </div>
    </Dialog>
  );
}
