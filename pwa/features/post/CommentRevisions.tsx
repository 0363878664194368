import { useState } from "react";
import type { Comment } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Html } from "../../ui/Html.tsx";
import styles from "./Comments.module.css";

/** "Edited" label of a comment, which expands its older revisions. */
export function CommentRevisions({ revisions }: { revisions: NonNullable<Comment["revisions"]> }) {
  const [isOpen, setIsOpen] = useState(false);
  if (revisions.length === 0) return null;
  return (
    <>
      <button type="button" className={styles.fold} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("comments.edited")}
      </button>
      {isOpen ? (
        <Dialog
          className={styles.dialog}
          title={t("comments.revisions")}
          closeLabel={t("comments.close")}
          onClose={() => setIsOpen(false)}
        >
          <ol className={styles.list}>
            {revisions.map((revision) => (
              <li key={revision.id} className={styles.comment}>
                <DateText iso={revision.added} show="moment" />
                <Html html={revision.content} className={styles.text} />
              </li>
            ))}
          </ol>
        </Dialog>
      ) : null}
    </>
  );
}
