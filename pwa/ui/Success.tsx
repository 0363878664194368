import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./Success.module.css";

/** Says what was done. Rendered empty before, as screen readers need the element to be there when its text comes. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <p className={styles.success} role="status">
      {children === null ? null : (
        <>
          <Icon name="check" size={18} />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}
