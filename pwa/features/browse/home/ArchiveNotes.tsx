/** Introduction to the archive's content for new visitors. */
import { t } from "../../../i18n/index.ts";
import styles from "./HomePage.module.css";

const IMPORTS = ["roost import <folder>", "roost ingest <folder>"];
const PAGE = "docs/importing-downloads.md";

export function SampleNote() {
  return (
    <aside className={styles.note} aria-label={t("home.sampleTitle")}>
      <p>{t("home.sample")}</p>
      <code>roost sample --remove</code>
    </aside>
  );
}

export function EmptyArchive() {
  return (
    <section className={styles.note} aria-labelledby="empty-archive">
      <h2 id="empty-archive">{t("home.empty")}</h2>
      <p>{t("home.emptyHow")}</p>
      {IMPORTS.map((command) => (
        <code key={command}>{command}</code>
      ))}
      <p>
        {t("home.emptyDocs")} <code>{PAGE}</code>
      </p>
    </section>
  );
}
