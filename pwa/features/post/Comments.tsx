import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { dayAndTime, machineDate } from "../../lib/dates.ts";
import { Html } from "../../ui/Html.tsx";
import { commentsQuery, type PostParams } from "./api.ts";
import styles from "./Comments.module.css";
import { Section } from "./Section.tsx";
import { type Thread, threadsOf } from "./threads.ts";

/** How far below the fold comments begin to load. */
const MARGIN = "600px";

/** Fetched only once they are near the screen. */
export function Comments({ params }: { params: PostParams }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      {
        rootMargin: MARGIN,
      },
    );
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const { data, isError } = useQuery({ ...commentsQuery(params), enabled: isNear });
  return (
    <div ref={box} className={styles.box}>
      <Section
        title="Comments"
        note={data === undefined || data.length === 0 ? undefined : String(data.length)}
      >
        {data === undefined ? (
          <p className={styles.note} role="status">
            {isError ? "Comments could not be loaded." : "Loading comments..."}
          </p>
        ) : data.length === 0 ? (
          <p className={styles.note}>No comments found for this post.</p>
        ) : (
          <CommentList threads={threadsOf(data)} creator={params.id} />
        )}
      </Section>
    </div>
  );
}

function CommentList({ threads, creator }: { threads: Thread[]; creator: string }) {
  return (
    <ol className={styles.list}>
      {threads.map(({ comment, replies }) => (
        <li key={comment.id}>
          <article className={styles.comment} data-creator={comment.commenter === creator || undefined}>
            <p className={styles.head}>
              <strong dir="auto">{comment.commenter_name || "Anonymous"}</strong>
              {comment.commenter === creator ? <span className={styles.badge}>Creator</span> : null}
              <time dateTime={machineDate(comment.published)}>{dayAndTime(comment.published)}</time>
              {comment.revisions === undefined || comment.revisions.length === 0 ? null : <span>edited</span>}
            </p>
            <Html html={comment.content} className={styles.text} />
          </article>
          {replies.length === 0 ? null : <CommentList threads={replies} creator={creator} />}
        </li>
      ))}
    </ol>
  );
}
