import { useId, useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import styles from "./Importer.module.css";

/** @param logs oldest first */
export function Logs({ logs }: { logs: readonly string[] }) {
  const id = useId();
  const [isNewestFirst, setNewestFirst] = useState(false);
  const [isMinimized, setMinimized] = useState(false);
  // Numbered before sorting, so that each line keeps its key when new ones arrive.
  const lines = logs.map((text, at) => ({ text, at }));
  return (
    <section className={styles.part} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{t("importer.logs.title")}</h2>
        {logs.length === 0 ? null : (
          <p className={styles.actions}>
            <button
              type="button"
              className={button.button}
              aria-pressed={isNewestFirst}
              onClick={() => setNewestFirst(!isNewestFirst)}
            >
              {t("importer.logs.newestFirst")}
            </button>
            <button
              type="button"
              className={button.button}
              aria-expanded={!isMinimized}
              aria-controls={`${id}-lines`}
              onClick={() => setMinimized(!isMinimized)}
            >
              {t(isMinimized ? "importer.logs.maximize" : "importer.logs.minimize")}
            </button>
          </p>
        )}
      </div>
      <div id={`${id}-lines`} role="log" aria-labelledby={`${id}-title`} hidden={isMinimized}>
        {logs.length === 0 ? (
          <p className={styles.soft}>{t("importer.logs.none")}</p>
        ) : (
          <ol className={styles.logs} dir="ltr" translate="no">
            {(isNewestFirst ? lines.toReversed() : lines).map(({ text, at }) => (
              <li key={at}>{text}</li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
