import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MediaHost } from "../../features/reading/content-warning/MediaHost.tsx";
import { t } from "../../i18n/initial.ts";
import { useHydrated } from "../../lib/environment.ts";
import { NARROW, useMedia } from "../../lib/media-query.ts";
import { useLockedOut } from "../../lib/members.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { noticeHeight, useAboveNotices } from "../../ui/notice-height.ts";
import { deferredParts } from "../start/deferred.ts";
import { AdSlot } from "./AdSlot.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { Strip } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import styles from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

const deferred = (load: () => Promise<() => ReactNode>) =>
  lazyComponent(
    () =>
      deferredParts()
        .then(load)
        .catch(() => () => null), // offline: the screen stays readable
  );
const DeferredParts = deferred(() => import("./DeferredParts.tsx").then((file) => file.DeferredParts));
const BackToTop = deferred(() => import("./BackToTop.tsx").then((file) => file.BackToTop));

/** Place of the way back to the top, which must not move the page when it comes. */
function TopPlace() {
  const isHydrated = useHydrated();
  return (
    <div className={styles.top} style={useAboveNotices()}>
      {isHydrated ? <BackToTop /> : null}
    </div>
  );
}

/** Lets the whole page scroll above the notices. */
function NoticeSpace() {
  const height = noticeHeight.use();
  return height === 0 ? null : <div style={{ height }} />;
}

/** Layout around every page. */
export function Shell() {
  const sidebar = useSidebar();
  const isNarrow = useMedia(NARROW);
  const isHydrated = useHydrated();
  const isLockedOut = useLockedOut();
  return (
    <div className={styles.shell} data-sidebar={sidebar.isOpen ? "open" : "closed"}>
      <a className={styles.skip} href="#content">
        {t("shell.skip")}
      </a>
      <Header isSidebarOpen={sidebar.isOpen} onToggleSidebar={sidebar.toggle} hasSearch={!isLockedOut} />
      <Sidebar isOpen={sidebar.isOpen} isOverlaid={sidebar.isOverlaid} onClose={sidebar.close} />
      <div className={styles.column}>
        <AdSlot place="header" />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <TopPlace />
        <AdSlot place="middle" />
        <Strip />
        <AdSlot place="footer" />
        <NoticeSpace />
      </div>
      {isNarrow ? <BottomBar isSidebarOpen={sidebar.isOpen} onToggleSidebar={sidebar.toggle} /> : null}
      <MediaHost />
      {isHydrated ? <DeferredParts /> : null}
    </div>
  );
}
