import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { t } from "../../i18n/index.ts";
import { formatSize } from "../../lib/sizes.ts";
import { OwnedMark } from "../owned-files/public.ts";
import styles from "./FileTools.module.css";
import { typeOf } from "./folded.ts";
import { sizeQuery } from "./size-api.ts";

const COPY_DISABLED_MS = 500;

/** Type, how often the post holds the file, and whether one has it. */
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

/** What can be asked of every file: its size and its hash. */
export function FileTools({ file }: { file: FileRef }) {
  const hash = hashOfPath(file.path);
  return (
    <span className={styles.tools}>
      {hash === undefined ? null : <Size hash={hash} name={file.name} />}
      {hash === undefined ? null : <CopyHash hash={hash} name={file.name} />}
    </span>
  );
}

/** Lists do not hold sizes, so each is fetched when someone asks. */
function Size({ hash, name }: { hash: string; name: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, isError, isFetching } = useQuery({ ...sizeQuery(hash), enabled: isAsked });
  if (data !== undefined) return <span className={styles.size}>{formatSize(data)}</span>;
  if (isError) return <span className={styles.size}>{t("post.file.sizeUnknown")}</span>;
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={t("post.file.size", { name })}
      aria-busy={isFetching}
      onClick={() => setIsAsked(true)}
    >
      {t("post.file.sizeShort")}
    </button>
  );
}

function CopyHash({ hash, name }: { hash: string; name: string }) {
  const [said, setSaid] = useState<"post.file.copied" | "post.file.copyFailed">();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), COPY_DISABLED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash);
      setSaid("post.file.copied");
    } catch {
      setSaid("post.file.copyFailed");
    }
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={t("post.file.copyHash", { name })}
        title={hash}
        disabled={said !== undefined}
        onClick={() => void copy()}
      >
        <code aria-hidden="true">#</code>
      </button>
      <span className="sr-only" role="status">
        {said === undefined ? "" : t(said)}
      </span>
    </>
  );
}
