import { useId, useRef, useState } from "react";
import type { Comment } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { Html } from "../../ui/Html.tsx";
import styles from "./Comments.module.css";

/** Says that a comment was edited and opens what it said before. */
export function CommentRevisions({ revisions }: { revisions: NonNullable<Comment["revisions"]> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const heading = useId();
  if (revisions.length === 0) return null;
  const open = () => {
    setIsOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" className={styles.fold} aria-haspopup="dialog" onClick={open}>
        {t("comments.edited")}
      </button>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby={heading}
        onClose={() => setIsOpen(false)}
      >
        <h2 id={heading}>{t("comments.revisions")}</h2>
        {isOpen ? (
          <ol className={styles.list}>
            {revisions.map((revision) => (
              <li key={revision.id} className={styles.comment}>
                <DateText iso={revision.added} show="moment" />
                <Html html={revision.content} className={styles.text} />
              </li>
            ))}
          </ol>
        ) : null}
        <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
          {t("comments.close")}
        </button>
      </dialog>
    </>
  );
}
