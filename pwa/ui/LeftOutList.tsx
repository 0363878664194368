import { useState } from "react";
import { t } from "../i18n/index.ts";
import button from "./Button.module.css";
import styles from "./LeftOutList.module.css";

/** Longer lists are collapsed at first. */
const MAX_OPEN = 20;
const PAGE = 50;

export interface LeftOutFile {
  path: string;
  /** In the reader's language. */
  reason: string;
}

interface LeftOutListProps {
  title: string;
  /** Files loaded so far. */
  files: readonly LeftOutFile[];
  /** Total, including files not loaded. */
  count?: number;
  /** Loads more; undefined if all are loaded. */
  onMore?: (() => void) | undefined;
}

/** Files that are left out, each with its reason, page by page; nothing if there are none. */
export function LeftOutList({ title, files, count = files.length, onMore }: LeftOutListProps) {
  const [limit, setLimit] = useState(PAGE);
  if (count === 0) return null;
  const shown = files.slice(0, limit);
  const hasMore = shown.length < files.length || onMore !== undefined;
  const more = () => {
    setLimit(limit + PAGE);
    if (files.length < limit + PAGE) onMore?.();
  };
  return (
    <details className={styles.list} open={count <= MAX_OPEN}>
      <summary>{title}</summary>
      <ul>
        {shown.map(({ path, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be listed twice, and rows keep their place
          <li key={at}>
            <bdi translate="no">{path}</bdi>
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <button type="button" className={button.button} onClick={more}>
          {t("more.load")}
        </button>
      ) : shown.length < count ? (
        <p className={styles.reason}>{t("downloads.more", { count: count - shown.length })}</p>
      ) : null}
    </details>
  );
}
