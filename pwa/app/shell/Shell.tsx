import { Outlet } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { MediaHost } from "../../features/content-warning/public.ts";
import { t } from "../../i18n/index.ts";
import { NARROW, useMedia } from "../../lib/media-query.ts";
import { lateParts } from "../start/deferred.ts";
import { AdSlot } from "./AdSlot.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { Strip } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import styles from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

const late = (load: () => Promise<() => ReactNode>) =>
  lazy(() =>
    lateParts()
      .then(load)
      .catch(() => () => null) // a line that broke off: what is on the screen can still be read
      .then((part) => ({ default: part })),
  );
const LateParts = late(() => import("./DeferredParts.tsx").then((file) => file.LateParts));
const BackToTop = late(() => import("./BackToTop.tsx").then((file) => file.BackToTop));

/** Everything around a page. */
export function Shell() {
  const sidebar = useSidebar();
  const isNarrow = useMedia(NARROW);
  return (
    <div className={styles.shell} data-sidebar={sidebar.isOpen ? "open" : "closed"}>
      <a className={styles.skip} href="#content">
        {t("shell.skip")}
      </a>
      <Header isSidebarOpen={sidebar.isOpen} onToggleSidebar={sidebar.toggle} />
      <Sidebar isOpen={sidebar.isOpen} onClose={sidebar.close} />
      <div className={styles.column}>
        <AdSlot place="header" />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <div className={styles.top}>
          <Suspense fallback={null}>
            <BackToTop />
          </Suspense>
        </div>
        <AdSlot place="middle" />
        <Strip />
        <AdSlot place="footer" />
      </div>
      {isNarrow ? <BottomBar isSidebarOpen={sidebar.isOpen} onToggleSidebar={sidebar.toggle} /> : null}
      <MediaHost />
      <Suspense fallback={null}>
        <LateParts />
      </Suspense>
    </div>
  );
}
