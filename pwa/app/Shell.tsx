import { Link, Outlet } from "@tanstack/react-router";
import { BottomBar } from "./BottomBar.tsx";
import { Header } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import styles from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

/** Everything around a page. */
export function Shell() {
  const sidebar = useSidebar();
  return (
    <div className={styles.shell} data-sidebar={sidebar.isOpen ? "open" : "closed"}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Header isSidebarOpen={sidebar.isOpen} onToggleSidebar={sidebar.toggle} />
      <Sidebar isOpen={sidebar.isOpen} onClose={sidebar.close} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.strip}>
        <Link to="/documentation/api">API</Link>
      </footer>
      <BottomBar />
      <Notices />
    </div>
  );
}
