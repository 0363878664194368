import { Link } from "@tanstack/react-router";
import { formatNumber, t } from "../../i18n/translate.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./NavLink.module.css";
import type { NavItem } from "./navigation.ts";

/** A navigation link, marked if it is the current page. */
export function NavLink({
  item,
  className,
  iconSize,
}: {
  item: NavItem;
  className: string;
  /** No icon if omitted. */
  iconSize?: number;
}) {
  return (
    <Link to={item.to} className={className} activeOptions={{ exact: true, includeSearch: false }}>
      {iconSize === undefined ? null : <Icon name={item.icon} size={iconSize} />}
      {t(item.label)}
      {item.count === undefined || item.count === 0 ? null : (
        <span className={styles.count}>{formatNumber(item.count)}</span>
      )}
    </Link>
  );
}
