import styles from "./ProgressBar.module.css";

/** Bytes of a whole; without the whole it only shows that something happens. */
export function Bar({ label, done, of }: { label: string; done: number; of: number | undefined }) {
  return (
    <progress
      className={styles.bar}
      aria-label={label}
      {...(of === undefined ? {} : { value: Math.min(done, of), max: Math.max(of, 1) })}
    />
  );
}
