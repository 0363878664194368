import { useId } from "react";
import { t } from "../../../i18n/index.ts";
import styles from "./Importer.module.css";

/** Files that the service no longer has or denies. */
export function MissingFiles({ files }: { files: readonly string[] }) {
  const id = useId();
  if (files.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{t("importer.missingFiles.title", { count: files.length })}</h2>
      <p className={styles.soft}>{t("importer.missingFiles.note")}</p>
      <ul className={styles.logs} dir="ltr" translate="no">
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
    </section>
  );
}
