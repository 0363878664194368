import type { ReactNode } from "react";
import { t } from "../i18n/initial.ts";
import button from "./Button.module.css";
import styles from "./ErrorPanel.module.css";
import { Icon } from "./Icon.tsx";
import { PageHeading } from "./PageHeading.tsx";

export interface ErrorPanelProps {
  title: string;
  message: string;
  /** Collapsed details for a report. */
  details: ReactNode;
  onRetry: () => void;
  retryLabel?: string;
  /** Replaces a whole page and sets the document title. */
  isPage?: boolean;
  /** Shown below the message. */
  note?: ReactNode;
  children?: ReactNode;
  /** Below everything, so that loading late shifts nothing. */
  below?: ReactNode;
}

/** An error: what happened, a retry button, and details for a report. */
export function ErrorPanel({
  title,
  message,
  details,
  onRetry,
  retryLabel = t("errors.retry"),
  isPage = false,
  note,
  children,
  below,
}: ErrorPanelProps) {
  return (
    <section className={styles.panel} role="alert">
      <span className={styles.icon}>
        <Icon name="warning" size={28} />
      </span>
      {isPage ? <PageHeading title={title} className={styles.title ?? ""} /> : <h2>{title}</h2>}
      <p dir="auto">{message}</p>
      {note}
      <p className={styles.actions}>
        <button type="button" className={`${button.button} ${button.primary}`} onClick={onRetry}>
          {retryLabel}
        </button>
        {children}
      </p>
      <details className={styles.details}>
        <summary>{t("errors.details")}</summary>
        {details}
      </details>
      {below}
    </section>
  );
}
