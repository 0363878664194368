import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import { Logo } from "./Logo.tsx";

/** The card for a list without items (spec section 2). */
export function EmptyState({
  message = "There are no items found.",
  children,
}: {
  message?: string;
  children?: ReactNode;
}) {
  return (
    <section className={styles.card}>
      <span className={styles.scene}>
        <Logo size={72} />
      </span>
      <h2>Nobody here but us chickens!</h2>
      <p>{message}</p>
      {children}
    </section>
  );
}
