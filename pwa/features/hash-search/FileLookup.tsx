import { useEffect, useState } from "react";
import { formatNumber, t } from "../../i18n/index.ts";
import styles from "./HashPage.module.css";
import { hashFile } from "./hash-file.ts";
import { Uses } from "./Uses.tsx";

/** A file of the visitor's: its name, how far its hash is, then where it is used. */
export function FileLookup({ file }: { file: File }) {
  const [hash, setHash] = useState<string>();
  const [done, setDone] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    hashFile(file, (bytes) => isHere && setDone(bytes)).then(
      (value) => isHere && setHash(value),
      () => isHere && setHasFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, [file]);
  const share = file.size === 0 ? 1 : done / file.size;
  return (
    <section className={styles.file}>
      <h2 dir="auto">{file.name === "" ? t("hash.unnamed") : file.name}</h2>
      {hasFailed ? (
        <p role="alert">{t("hash.failed")}</p>
      ) : hash === undefined ? (
        <p className={styles.progress}>
          <progress value={share} aria-label={t("hash.computing")} />
          {formatNumber(Math.floor(share * 100) / 100, { style: "percent" })}
        </p>
      ) : (
        <>
          <p className={styles.hash}>{hash}</p>
          <Uses hash={hash} />
        </>
      )}
    </section>
  );
}
