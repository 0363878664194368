import type { ReactNode } from "react";
import button from "./Button.module.css";
import styles from "./ErrorPanel.module.css";
import { Icon } from "./Icon.tsx";

export interface ErrorPanelProps {
  title: string;
  message: string;
  /** Label and value of each technical detail, kept folded. */
  details: [string, string][];
  onRetry: () => void;
  children?: ReactNode;
}

/** A calm failure: what happened, one way on, and the details for a report. */
export function ErrorPanel({ title, message, details, onRetry, children }: ErrorPanelProps) {
  return (
    <section className={styles.panel} role="alert">
      <span className={styles.icon}>
        <Icon name="warning" size={28} />
      </span>
      <h2>{title}</h2>
      <p>{message}</p>
      <p className={styles.actions}>
        <button type="button" className={`${button.button} ${button.primary}`} onClick={onRetry}>
          Try again
        </button>
        {children}
      </p>
      <details className={styles.details}>
        <summary>Details</summary>
        <dl>
          {details.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
