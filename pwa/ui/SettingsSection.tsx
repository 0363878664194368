import { type ReactNode, useId } from "react";
import styles from "./SettingsSection.module.css";

/** A titled part of the settings page; the features bring theirs. */
export function SettingsSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
