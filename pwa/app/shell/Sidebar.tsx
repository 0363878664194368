import { Suspense, useEffect, useLayoutEffect, useState } from "react";
import { InstallItem } from "../../features/library/install/lazy.ts";
import { offered } from "../../features/library/install/prompt.ts";
import { t } from "../../i18n/translate.ts";
import { useLockedOut } from "../../lib/members.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import { Icon } from "../../ui/Icon.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { NavLink } from "./NavLink.tsx";
import { accountLinks, BAR, hasQueues, queueLinks, type Section, sections } from "./navigation.ts";
import styles from "./Sidebar.module.css";

/** Module state, as a language change remounts the component; the select gets its focus back. */
let hasBeenOpened = false;

interface SidebarProps {
  isOpen: boolean;
  /** Open over the page temporarily, rather than beside it. */
  isOverlaid: boolean;
  onClose: () => void;
}

/** Sidebar: beside the page on wide screens, over it on narrow ones. */
export function Sidebar({ isOpen, isOverlaid, onClose }: SidebarProps) {
  // In a layout effect, as Escape may be pressed as soon as the sidebar is open.
  useLayoutEffect(() => {
    if (!isOverlaid) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isOverlaid, onClose]);
  // Rendered on first opening: two dozen links slow down the first render, and on phones most visits never open it.
  const [wasOpen, setWasOpen] = useState(isOpen || hasBeenOpened);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (isOpen) hasBeenOpened = true;
  }, [isOpen]);
  return (
    <>
      <nav
        id="sidebar"
        className={styles.sidebar}
        data-open={isOpen}
        data-overlaid={isOverlaid}
        inert={!isOpen}
        aria-label={t("shell.main")}
      >
        {wasOpen ? <Contents /> : null}
      </nav>
      {isOverlaid ? (
        <button
          type="button"
          className={styles.veil}
          aria-label={t("shell.closeSidebar")}
          onClick={onClose}
        />
      ) : null}
    </>
  );
}

function Contents() {
  const isLockedOut = useLockedOut();
  const queues = queueLinks.use();
  const isSpaceKept = hasQueues.use() === "yes" && queues.length === 0 && !isLockedOut;
  return (
    <>
      <div className={styles.sections} data-account={useLoggedIn() || undefined}>
        {(isLockedOut ? [] : BAR.slice(0, 1)).map((item) => (
          <NavLink key={item.to} item={item} className={styles.link ?? ""} iconSize={20} />
        ))}
        {isSpaceKept ? <QueuesSpace /> : null}
        {sections(accountLinks.use(), queues, isLockedOut).map((section) => (
          <SectionLinks key={section.title} section={section} />
        ))}
        {offered.use() === undefined ? null : (
          <Suspense fallback={null}>
            <InstallItem className={styles.link ?? ""} />
          </Suspense>
        )}
        <Community />
      </div>
      <LanguageSwitch />
    </>
  );
}

/** Space for the queues of a moderator, which are known last: nothing moves when they come. */
function QueuesSpace() {
  return (
    <div className={styles.section} aria-hidden="true">
      <p className={styles.title}>&nbsp;</p>
      <p className={styles.queues} />
    </div>
  );
}

function SectionLinks({ section }: { section: Section }) {
  return (
    <div className={styles.section}>
      <p id={section.title} className={styles.title}>
        {t(section.title)}
      </p>
      <ul className={styles.links} aria-labelledby={section.title}>
        {section.items.map((item) => (
          <li key={item.label}>
            <NavLink item={item} className={styles.link ?? ""} iconSize={20} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** External links by the operator. */
function Community() {
  const { community } = site();
  if (community.length === 0) return null;
  return (
    <div className={styles.section}>
      <p id="community" className={styles.title}>
        {t("shell.community")}
      </p>
      <ul className={styles.links} aria-labelledby="community">
        {community.map(({ title, href }) => (
          <li key={href}>
            <a className={styles.link} href={href} rel="noopener noreferrer">
              <Icon name="external" />
              <span dir="auto">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
