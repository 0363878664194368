import { Link } from "@tanstack/react-router";
import { SearchBox } from "../features/search/public.ts";
import { Icon } from "../ui/Icon.tsx";
import { Logo } from "../ui/Logo.tsx";
import { SITE_NAME } from "../ui/PageHeading.tsx";
import styles from "./Header.module.css";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

export interface HeaderProps {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
}

export function Header({ isSidebarOpen, onToggleSidebar }: HeaderProps) {
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={`${styles.tool} ${styles.menu}`}
        aria-label="Sidebar"
        aria-expanded={isSidebarOpen}
        aria-controls="sidebar"
        onClick={onToggleSidebar}
      >
        <Icon name="menu" size={22} />
      </button>
      <Link to="/" className={styles.brand} aria-label={`${SITE_NAME}, home`}>
        <Logo size={34} />
        <span className={styles.name}>{SITE_NAME}</span>
      </Link>
      <SearchBox />
      <ThemeSwitch className={styles.tool ?? ""} />
    </header>
  );
}
