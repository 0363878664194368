import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { PostProgress } from "../../../offline/saving/worker-api.ts";
import { Bar } from "../../../ui/ProgressBar.tsx";
import styles from "./Saved.module.css";

/** Progress of saving a post: files, bytes, and each file in progress. */
export function PostBar({ post, isDetailed = false }: { post: PostProgress; isDetailed?: boolean }) {
  const { whole, total, received, bytes } = post;
  return (
    <div className={styles.progress}>
      <Bar label={post.title} done={total === 0 ? 0 : received} of={total === 0 ? undefined : bytes} />
      <span className={styles.facts}>
        {total === 0
          ? t(navigator.onLine ? "saved.preparing" : "saved.waitingConnection")
          : progressText({ whole, total, received, bytes })}
      </span>
      {isDetailed && post.files.length > 0 ? (
        <ul className={styles.ways}>
          {post.files.map((file) => (
            <li key={file.name}>
              <span dir="auto">{file.name}</span>
              <span>{formatSize(file.received)}</span>
              <Bar label={file.name} done={file.received} of={file.bytes} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function progressText({
  whole,
  total,
  received,
  bytes,
}: Pick<PostProgress, "whole" | "total" | "received" | "bytes">): string {
  const size = formatSize(received);
  return bytes === undefined
    ? t("saved.progress", { whole, total, size })
    : t("saved.progressOf", { whole, total, size, all: formatSize(bytes) });
}
