import { memo, useEffect, useState } from "react";
import { typeOfMedia } from "#shared/rules/file-types.ts";
import { formatNumber, t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { isPicture } from "../../../offline/pictures/client.ts";
import { Icon, type IconName } from "../../../ui/Icon.tsx";
import styles from "./FileTable.module.css";
import { FoundIn } from "./FoundIn.tsx";
import type { HashProblem } from "./hashing/worker-api.ts";
import { SamePictures } from "./pictures/SamePictures.tsx";
import type { Row, RowState } from "./rows.ts";

const ICONS: Partial<Record<RowState, IconName>> = {
  known: "check",
  unknown: "close",
  local: "close",
  queued: "clock",
  failed: "warning",
};

/** One file: name, progress, and uses. Memoized by the row object. */
export const FileRow = memo(function FileRow({ row }: { row: Row }) {
  const icon = ICONS[row.state];
  return (
    <tr data-state={row.state}>
      <td>
        <div className={styles.file}>
          <Thumbnail row={row} />
          <div className={styles.names}>
            <span className={styles.name} dir="auto">
              {row.name === "" ? t("hash.unnamed") : row.name}
            </span>
            <span className={styles.facts} dir="auto">
              {[row.folder, row.size === undefined ? "" : formatSize(row.size)].filter(Boolean).join(" · ")}
            </span>
            {row.hash === undefined ? null : <span className={styles.hash}>{row.hash}</span>}
          </div>
        </div>
      </td>
      <td>
        <span className={styles.state} data-state={row.state}>
          {icon === undefined ? null : <Icon name={icon} size={18} />}
          {stateText(row)}
        </span>
      </td>
      <td>
        <FoundIn row={row} />
        <SimilarPictures row={row} />
      </td>
    </tr>
  );
});

function SimilarPictures({ row: { file, hash } }: { row: Row }) {
  if (file === undefined || hash === undefined || !isPicture(file)) return null;
  return <SamePictures file={{ read: () => file, hash }} />;
}

function stateText({ state, done, size = 0, problem }: Row): string {
  switch (state) {
    case "waiting":
      return t("hash.waiting");
    case "hashing":
      return formatNumber(Math.floor((done / Math.max(size, 1)) * 100) / 100, { style: "percent" });
    case "asking":
      return t("hash.looking");
    case "known":
      return t("hash.known");
    case "unknown":
      return t("hash.notHere");
    case "local":
      return t("hash.notSaved");
    case "queued":
      return t("hash.queued");
    case "stopped":
      return t("hash.canceled");
    case "failed":
      return problemText(problem);
  }
}

function problemText(problem: HashProblem | undefined): string {
  if (problem === "gone") return t("hash.gone");
  if (problem === "changed") return t("hash.changed");
  if (problem === "worker") return t("hash.noWorker");
  return t(problem === undefined ? "hash.noResponse" : "hash.failed");
}

/** Maximum size of a file with a thumbnail; larger ones take too long to decode. */
const MAX_THUMBNAIL_BYTES = 16 * 1024 * 1024;

function isShownImage(mediaType: string): boolean {
  const type = typeOfMedia(mediaType);
  return type?.kind === "image" && type.inline === true;
}

/** Thumbnail of the local file, loaded after hashing, when the row comes into view. */
function Thumbnail({ row: { file, size = 0, hash } }: { row: Row }) {
  const isImage =
    file !== undefined &&
    hash !== undefined &&
    size > 0 &&
    size <= MAX_THUMBNAIL_BYTES &&
    isShownImage(file.type);
  return (
    <span className={styles.thumbnail}>
      {isImage ? <Picture file={file} /> : <Icon name="file" size={24} />}
    </span>
  );
}

function Picture({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === undefined) return <Icon name="file" size={24} />;
  return (
    <img
      src={address}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      onError={() => setAddress(undefined)}
    />
  );
}
