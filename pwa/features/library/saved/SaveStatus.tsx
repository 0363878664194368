import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { SavedRow } from "../../../offline/db/records.ts";
import { savedRow } from "../../../offline/library/saved-library.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { savingProgress } from "../../../offline/saving/client.ts";
import button from "../../../ui/Button.module.css";
import { Bar } from "../../../ui/ProgressBar.tsx";
import { Success } from "../../../ui/Success.tsx";
import { cancelSaving, deleteSaved, saveAgain } from "./actions.ts";
import { PostBar } from "./ProgressBar.tsx";
import styles from "./Saved.module.css";

export interface SaveStatusProps {
  /** Saved posts, or posts whose saving was cancelled. */
  keys: readonly string[];
  onClose: () => void;
  /** Called to choose other files. */
  onChange: () => void;
}

/** Progress or result of saving these posts. */
export function SaveStatus({ keys, onClose, onChange }: SaveStatusProps) {
  const marks = useSavedMarks();
  const saving = savingProgress.use().filter(({ key }) => keys.includes(key));
  const known = keys.flatMap((key) => marks.get(key) ?? []);
  const open = keys.filter((key) => marks.get(key)?.state === "saving");
  const whole = known.filter(({ state }) => state === "whole").length;
  const partial = keys.filter((key) => marks.get(key)?.state === "partial");
  const only = keys.length === 1 ? keys[0] : undefined;
  // Cancelled, or deleted in another tab.
  const isLeft = known.length === 0;
  useEffect(() => {
    if (isLeft) onClose();
  }, [isLeft, onClose]);
  if (open.length > 0)
    return (
      <>
        {only === undefined ? (
          <div className={styles.progress} role="status">
            <Bar
              label={t("saved.dialog.postsSoFar", { whole, total: keys.length })}
              done={keys.length - open.length}
              of={keys.length}
            />
            <span className={styles.facts}>
              {t("saved.dialog.postsSoFar", { whole, total: keys.length })}
            </span>
          </div>
        ) : null}
        {saving.length === 0 ? <p className={styles.note}>{t("saved.queued")}</p> : null}
        {saving.map((post) => (
          <section key={post.key} className={styles.post}>
            {only === undefined ? <h3 dir="auto">{post.title}</h3> : null}
            <PostBar post={post} isDetailed />
          </section>
        ))}
        <div className={styles.buttons}>
          <button type="button" className={button.button} onClick={() => void cancelSaving(open)}>
            {t("saved.cancel")}
          </button>
          <button type="button" className={button.button} onClick={onClose}>
            {t("saved.close")}
          </button>
        </div>
      </>
    );
  return (
    <>
      {partial.length === 0 ? (
        <Success>{t("saved.dialog.done", { count: keys.length })}</Success>
      ) : (
        <p role="status">
          {only === undefined
            ? t("saved.dialog.partly", { whole, total: known.length })
            : t("saved.partial", { whole: known[0]?.whole ?? 0, total: known[0]?.total ?? 0 })}
        </p>
      )}
      {only === undefined ? null : <FilesOf postKey={only} mark={known[0]} />}
      <div className={styles.buttons}>
        {partial.length === 0 ? null : (
          <button
            type="button"
            className={`${button.button} ${button.primary}`}
            onClick={() => void saveAgain(partial)}
          >
            {t("saved.retry")}
          </button>
        )}
        {only === undefined ? null : (
          <>
            <button type="button" className={button.button} onClick={onChange}>
              {t("saved.dialog.kinds")}
            </button>
            <button type="button" className={button.button} onClick={() => void deleteSaved([only])}>
              {t("saved.delete")}
            </button>
          </>
        )}
        <Link to="/saved" className={button.button} onClick={onClose}>
          {t("saved.dialog.library")}
        </Link>
        <button type="button" className={button.button} onClick={onClose}>
          {t("saved.close")}
        </button>
      </div>
    </>
  );
}

/** Size of the post and its failed files. @param mark changes whenever the row changes */
function FilesOf({ postKey, mark }: { postKey: string; mark: unknown }) {
  const [row, setRow] = useState<SavedRow>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the mark changes
  useEffect(() => {
    let isLeft = false;
    savedRow(postKey).then(
      (found) => isLeft || setRow(found),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [postKey, mark]);
  if (row === undefined) return null;
  const failed = row.files.filter(({ state }) => state === "failed" || state === "lost");
  return (
    <>
      <p className={styles.facts}>{formatSize(row.bytes)}</p>
      {row.problem === undefined ? null : <p>{t("saved.problem", { problem: row.problem })}</p>}
      {failed.length === 0 ? null : (
        <ul className={styles.failed}>
          {failed.map(({ hash, name, path, problem = "other" }) => (
            <li key={hash}>
              <span dir="auto">{name || path.slice(7)}</span> <span>{t("saved.problem", { problem })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
