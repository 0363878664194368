import type { ReactNode } from "react";
import { t } from "../i18n/initial.ts";
import styles from "./EmptyState.module.css";
import { Logo } from "./Logo.tsx";

interface EmptyStateProps {
  message?: string;
  /** The list is empty because everything in it is done or seen. */
  isDone?: boolean;
  children?: ReactNode;
}

/** Card for an empty list. */
export function EmptyState({ message, isDone = false, children }: EmptyStateProps) {
  return (
    <section className={styles.card}>
      <span className={styles.scene}>
        <Logo size={72} />
      </span>
      <h2>{t(isDone ? "list.caughtUp" : "list.emptyTitle")}</h2>
      <p>{message ?? t("list.empty")}</p>
      {children}
    </section>
  );
}
