import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SearchBox } from "../../features/search/SearchBox.tsx";
import { t } from "../../i18n/initial.ts";
import { createStore } from "../../lib/create-store.ts";
import { useMedia } from "../../lib/media-query.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SITE_NAME } from "../../ui/PageHeading.tsx";
import { STANDALONE } from "../start/resume.ts";
import styles from "./Header.module.css";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

const ReloadButton = lazyComponent(
  () => import("./ReloadButton.tsx").then((file) => file.ReloadButton),
  <span className={styles.tool} />,
);

/** Last item of the header, set by the deferred parts. */
export const headerTool = createStore<ReactNode>(null);

export interface HeaderProps {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  /** False for visitors of an archive for members. */
  hasSearch: boolean;
}

export function Header({ isSidebarOpen, onToggleSidebar, hasSearch }: HeaderProps) {
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={`${styles.tool} ${styles.menu}`}
        aria-label={t("shell.sidebar")}
        aria-expanded={isSidebarOpen}
        aria-controls="sidebar"
        onClick={onToggleSidebar}
      >
        <Icon name="menu" size={22} />
      </button>
      <Link to="/" className={styles.brand} aria-label={t("shell.brand", { site: SITE_NAME })}>
        <Logo size={34} />
        <span className={styles.name} dir="auto">
          {SITE_NAME}
        </span>
      </Link>
      {hasSearch ? <SearchBox /> : <span className={styles.space} />}
      {useMedia(STANDALONE) ? <ReloadButton className={styles.tool ?? ""} /> : null}
      <ThemeSwitch className={styles.tool ?? ""} />
      <span className={styles.tool}>{headerTool.use()}</span>
    </header>
  );
}
