import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Comment } from "#shared/entities/post.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { useOnline } from "../../lib/online.ts";
import button from "../../ui/Button.module.css";
import { commentsQuery, type PostParams } from "./api.ts";
import { CommentList } from "./CommentList.tsx";
import styles from "./Comments.module.css";
import { Section } from "./Section.tsx";
import { threadsOf } from "./threads.ts";

/** Distance below the viewport at which comments start to load. */
const MARGIN = "600px";
/** Minimum number of comments with a filter. */
const MIN_FILTERED = 10;

/** Loaded when scrolled near; offline immediately, as reading a copy sends no request. */
export function Comments({ params }: { params: PostParams }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      { rootMargin: MARGIN },
    );
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const isOnline = useOnline();
  const { data, isError, refetch } = useQuery({ ...commentsQuery(params), enabled: isNear || !isOnline });
  const count = data?.length ?? 0;
  return (
    <div ref={box} className={styles.box}>
      <Section title={t("comments.title")} note={count === 0 ? undefined : formatNumber(count)}>
        {data !== undefined && count > 0 ? (
          <Shown comments={data} creator={params.id} />
        ) : isError ? (
          <p className={styles.note} role="alert">
            {t("comments.failed")}{" "}
            <button type="button" className={button.button} onClick={() => void refetch()}>
              {t("comments.retry")}
            </button>
          </p>
        ) : (
          <p className={styles.note} role="status">
            {t(data === undefined ? "comments.loading" : "comments.none")}
          </p>
        )}
      </Section>
    </div>
  );
}

function Shown({ comments, creator }: { comments: Comment[]; creator: string }) {
  const [words, setWords] = useState("");
  const shown = words.trim() === "" ? comments : comments.filter((comment) => holds(comment, words.trim()));
  return (
    <>
      {comments.length <= MIN_FILTERED ? null : (
        <label className={button.label}>
          {t("comments.filter")}
          <input
            type="search"
            className={button.field}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
      )}
      {shown.length === 0 ? (
        <p className={styles.note} role="status">
          {t("comments.noMatch")}
        </p>
      ) : (
        <CommentList threads={threadsOf(shown)} creator={creator} />
      )}
    </>
  );
}

function holds(comment: Comment, words: string): boolean {
  const text = `${comment.commenter_name ?? ""} ${plainText(comment.content)}`;
  return text.toLowerCase().includes(words.toLowerCase());
}
