import { type ReactNode, useId } from "react";
import styles from "./PostPage.module.css";

/** A titled part of a post page. */
export function Section({
  title,
  note,
  tool,
  children,
}: {
  title: string;
  note?: string | undefined;
  /** At the other end of the heading. */
  tool?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.bar}>
        <h2 id={id} className={styles.heading}>
          {title}
          {note === undefined ? null : <span className={styles.headingNote}>{note}</span>}
        </h2>
        <div className={styles.tools}>{tool}</div>
      </div>
      {children}
    </section>
  );
}
