import { type ReactNode, useId, useState } from "react";
import { NARROW, useMedia } from "../lib/media-query.ts";
import { Icon } from "./Icon.tsx";
import styles from "./SettingsSection.module.css";

/** A titled section of the settings page, collapsed on phones; features add their content. */
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
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = useMedia(NARROW) && !isOpen;
  return (
    <section className={styles.section} aria-labelledby={id} data-folded={isFolded || undefined}>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <span id={id}>{title}</span>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-labelledby={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name="next" />
          </button>
        </h2>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
