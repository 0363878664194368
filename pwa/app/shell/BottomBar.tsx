import { t } from "../../i18n/initial.ts";
import { useLockedOut } from "../../lib/members.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./BottomBar.module.css";
import { NavLink } from "./NavLink.tsx";
import { BAR } from "./navigation.ts";

/** Bottom navigation on phones. */
export function BottomBar({
  isSidebarOpen,
  onToggleSidebar,
}: {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
}) {
  return (
    <nav className={styles.bar} aria-label={t("shell.bottom")}>
      {(useLockedOut() ? [] : BAR).map((item) => (
        <NavLink key={item.to} item={item} className={styles.item ?? ""} iconSize={24} />
      ))}
      <button
        type="button"
        className={styles.item}
        aria-expanded={isSidebarOpen}
        aria-controls="sidebar"
        onClick={onToggleSidebar}
      >
        <Icon name="menu" size={24} />
        {t("shell.more")}
      </button>
    </nav>
  );
}
