import { type ReactNode, useId } from "react";
import styles from "./PostPage.module.css";

/** A titled part of a post page. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
        {note === undefined ? null : <span className={styles.headingNote}>{note}</span>}
      </h2>
      {children}
    </section>
  );
}
