import { useId, useState } from "react";
import type { Comment } from "#shared/entities/post.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Html } from "../../ui/Html.tsx";
import { PartBoundary } from "../../ui/PartBoundary.tsx";
import { CommentRevisions } from "./CommentRevisions.tsx";
import styles from "./Comments.module.css";
import type { Thread } from "./threads.ts";

/** Maximum length of a comment shown expanded. */
const MAX_EXPANDED_LENGTH = 1_200;

export function CommentList({ threads, creator }: { threads: Thread[]; creator: string }) {
  return (
    <ol className={styles.list}>
      {threads.map((thread) => (
        <li key={thread.comment.id} className={styles.thread}>
          <PartBoundary>
            <CommentCard comment={thread.comment} isCreator={thread.comment.commenter === creator} />
          </PartBoundary>
          {thread.replies.length === 0 ? null : <Replies threads={thread.replies} creator={creator} />}
        </li>
      ))}
    </ol>
  );
}

function Replies({ threads, creator }: { threads: Thread[]; creator: string }) {
  const [isOpen, setIsOpen] = useState(true);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? "comments.fold" : "comments.unfold", { count: countOf(threads) })}
      </button>
      <div id={id} className={styles.replies} hidden={!isOpen}>
        {isOpen ? <CommentList threads={threads} creator={creator} /> : null}
      </div>
    </>
  );
}

function countOf(threads: Thread[]): number {
  return threads.reduce((sum, thread) => sum + 1 + countOf(thread.replies), 0);
}

function CommentCard({ comment, isCreator }: { comment: Comment; isCreator: boolean }) {
  const isLong = plainText(comment.content).length > MAX_EXPANDED_LENGTH;
  const [isWhole, setIsWhole] = useState(false);
  return (
    <article className={styles.comment} data-creator={isCreator || undefined}>
      <div className={styles.head}>
        <strong dir="auto">{comment.commenter_name || t("comments.anonymous")}</strong>
        {isCreator ? <span className={styles.badge}>{t("comments.creator")}</span> : null}
        <DateText iso={comment.published} show="moment" />
        <CommentRevisions revisions={comment.revisions ?? []} />
      </div>
      <div className={styles.words} data-folded={(isLong && !isWhole) || undefined}>
        <Html html={comment.content} className={styles.text} />
      </div>
      {isLong ? (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? "comments.less" : "comments.more")}
        </button>
      ) : null}
    </article>
  );
}
