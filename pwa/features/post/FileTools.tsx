import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { t } from "../../i18n/index.ts";
import { clockTime } from "../../lib/clock-time.ts";
import { useSavesData } from "../../lib/data-saver.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { copyText } from "../../lib/secure-context/clipboard.ts";
import { formatSize } from "../../lib/sizes.ts";
import { flash } from "../../lib/toast.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { Icon } from "../../ui/Icon.tsx";
import { ScreenIcon } from "../../ui/ScreenIcon.tsx";
import { OwnedMark } from "../search/owned-files/OwnedFiles.tsx";
import styles from "./FileTools.module.css";
import { typeOf } from "./folded.ts";
import { sizeQuery } from "./size-api.ts";

const COPY_DISABLED_MS = 500;

/** Type of a file, number of copies in the post, and the owned mark. */
export function FileType({ file, count }: { file: FileRef; count: number }) {
  const type = typeOf(file);
  return (
    <span className={styles.facts}>
      {type === "" ? null : <code className={styles.type}>{type}</code>}
      {count < 2 ? null : (
        <span className={styles.times} title={t("post.files.timesLabel", { count })}>
          <span aria-hidden="true">{t("post.files.times", { count })}</span>
          <span className="sr-only">{t("post.files.timesLabel", { count })}</span>
        </span>
      )}
      <OwnedMark path={file.path} />
    </span>
  );
}

export interface FileToolsProps {
  file: FileRef;
  /** The row itself is the download link. */
  isRow?: boolean;
}

/** Buttons that open, download and look up a file; each icon has a tooltip. */
export function FileTools({ file, isRow = false }: FileToolsProps) {
  const hash = hashOfPath(file.path);
  const address = fileAddress(file);
  const [open, download] = [
    t("post.file.open", { name: file.name }),
    t("post.file.download", { name: file.name }),
  ];
  return (
    <span className={styles.tools}>
      {isRow ? null : (
        <>
          <a
            className={styles.tool}
            href={address}
            target="_blank"
            rel="noopener"
            aria-label={open}
            title={open}
          >
            <Icon name="external" />
          </a>
          <a
            className={styles.tool}
            href={address}
            download={file.name}
            aria-label={download}
            title={download}
            onClick={() => addDownloadToOwned(file)}
          >
            <Icon name="download" />
          </a>
        </>
      )}
      {hash === undefined ? null : <CopyHash hash={hash} name={file.name} />}
    </span>
  );
}

/** Size of a file; nothing while loading. @param isWanted false until the file is near the viewport */
export function FileSize({ path, isWanted = true }: { path: string; isWanted?: boolean }) {
  const savesData = useSavesData();
  const { data } = useQuery({ ...sizeQuery(path), enabled: isWanted && !savesData });
  return data == null ? null : <span className={styles.size}>{formatSize(data)}</span>;
}

/** Duration of a video or audio file; nothing if it is unknown. */
export function FileDuration({ seconds }: { seconds: number | undefined }) {
  if (seconds === undefined) return null;
  return (
    <time className={styles.size} dateTime={`PT${Math.round(seconds)}S`}>
      {clockTime(Math.round(seconds))}
    </time>
  );
}

/** Copies the SHA-256 of a file. */
export function CopyHash({ hash, ...text }: { hash: string } & ({ label: string } | { name: string })) {
  const [said, setSaid] = useState<"post.file.copied" | "post.file.copyFailed">();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), COPY_DISABLED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const result = (await copyText(hash)) ? "post.file.copied" : "post.file.copyFailed";
    setSaid(result);
    if ("label" in text) flash({ text: t(result) }); // its menu is closed by now
  };
  const name = "name" in text ? t("post.file.copyHash", { name: text.name }) : undefined;
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={name}
        title={name}
        disabled={said !== undefined}
        onClick={() => void copy()}
      >
        {said === "post.file.copied" ? <Icon name="check" /> : <ScreenIcon name="copy" size={20} />}
        {"label" in text ? text.label : null}
      </button>
      <span className="sr-only" role="status">
        {said === undefined ? "" : t(said)}
      </span>
    </>
  );
}
