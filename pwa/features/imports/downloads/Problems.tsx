import type { DownloadImport } from "#shared/entities/download-import.ts";
import { t } from "../../../i18n/index.ts";
import styles from "./Downloads.module.css";

/** Skipped files and records, with reasons. */
export function Problems({ data: { problems, problems_count: count } }: { data: DownloadImport }) {
  if (count === 0) return null;
  return (
    <details className={styles.paths}>
      <summary>{t("downloads.problems", { count })}</summary>
      <ul>
        {problems.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <bdi translate="no">{path}</bdi>: {reason}
          </li>
        ))}
      </ul>
      {problems.length < count ? (
        <p className={styles.soft}>{t("downloads.more", { count: count - problems.length })}</p>
      ) : null}
    </details>
  );
}
