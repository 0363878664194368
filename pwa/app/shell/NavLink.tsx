import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/translate.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { NavItem } from "./navigation.ts";

/** A link of the frame, marked where it is the page in view. */
export function NavLink({
  item,
  className,
  iconSize,
}: {
  item: NavItem;
  className: string;
  /** Left out: no icon. */
  iconSize?: number;
}) {
  return (
    <Link to={item.to} className={className} activeOptions={{ exact: true, includeSearch: false }}>
      {iconSize === undefined ? null : <Icon name={item.icon} size={iconSize} />}
      {t(item.label)}
    </Link>
  );
}
