import styles from "./ProgressBar.module.css";

/** Progress in bytes; indeterminate if the total is unknown. */
export function Bar({ label, done, of }: { label: string; done: number; of: number | undefined }) {
  return (
    <progress
      className={styles.bar}
      aria-label={label}
      {...(of === undefined ? {} : { value: Math.min(done, of), max: Math.max(of, 1) })}
    />
  );
}
