import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { ScreenIcon, type ScreenIconName } from "../../ui/ScreenIcon.tsx";
import styles from "./AccountRows.module.css";

/** Rows under a heading, as the settings of phones have them. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

interface RowProps {
  to: NonNullable<LinkProps["to"]>;
  icon: ScreenIconName;
  /** Present value. */
  value?: ReactNode;
  children: string;
}

export function Row({ to, icon, value, children }: RowProps) {
  return (
    <li>
      <Link to={to} preload={false} className={styles.row}>
        <span className={styles.icon}>
          <ScreenIcon name={icon} size={22} />
        </span>
        <span className={styles.label}>{children}</span>
        {value === undefined ? null : <span className={styles.value}>{value}</span>}
        <span className={styles.chevron}>
          <Icon name="next" size={16} />
        </span>
      </Link>
    </li>
  );
}
