import { useEffect, useId, useState } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { FileLookup } from "./FileLookup.tsx";
import styles from "./HashPage.module.css";
import { onLaunchedFiles, takeShared } from "./received.ts";
import { Uses } from "./Uses.tsx";

const HASH = /^[0-9a-f]{64}$/i;

/** `/search_hash`: where a file is used. Its hash is computed here, the file never leaves the device (wishes A16). */
export function HashPage({ hash, isShared }: { hash: string | undefined; isShared: boolean }) {
  const [files, setFiles] = useState<File[]>([]);
  const field = useId();
  useEffect(() => {
    onLaunchedFiles(setFiles);
    if (isShared)
      void takeShared().then((shared) => {
        if (shared.length > 0) setFiles(shared);
      });
  }, [isShared]);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("hash.title")} />
        <p className={page.note}>{t("hash.note")}</p>
      </header>
      <div className={styles.choose}>
        <label htmlFor={field} className={button.label}>
          {t("hash.choose")}
        </label>
        <input
          id={field}
          type="file"
          multiple
          className={styles.field}
          onChange={({ target }) => setFiles([...(target.files ?? [])])}
        />
      </div>
      {files.map((file) => (
        <FileLookup key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
      ))}
      {files.length === 0 && hash !== undefined ? (
        HASH.test(hash) ? (
          <section className={styles.file}>
            <p className={styles.hash}>{hash.toLowerCase()}</p>
            <Uses hash={hash.toLowerCase()} />
          </section>
        ) : (
          <p role="alert">{t("hash.invalid")}</p>
        )
      ) : null}
    </div>
  );
}
