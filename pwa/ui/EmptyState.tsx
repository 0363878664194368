import type { ReactNode } from "react";
import { t } from "../i18n/initial.ts";
import styles from "./EmptyState.module.css";
import { Logo } from "./Logo.tsx";

/** Card for an empty list. */
export function EmptyState({ message, children }: { message?: string; children?: ReactNode }) {
  return (
    <section className={styles.card}>
      <span className={styles.scene}>
        <Logo size={72} />
      </span>
      <h2>{t("list.emptyTitle")}</h2>
      <p>{message ?? t("list.empty")}</p>
      {children}
    </section>
  );
}
