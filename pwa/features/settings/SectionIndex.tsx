import { useLayoutEffect, useState } from "react";
import { t } from "../../i18n/index.ts";
import styles from "./SettingsPage.module.css";

/** Links to the page's sections, read from the DOM, as each feature renders its own. */
export function SectionIndex({ page }: { page: HTMLElement | null }) {
  const [headings, setHeadings] = useState<HTMLElement[]>([]);
  // In a layout effect, so that nothing shifts.
  useLayoutEffect(() => {
    const found = page?.querySelectorAll<HTMLElement>("section > :first-child > h2");
    setHeadings([...(found ?? [])]);
  }, [page]);
  const go = (heading: HTMLElement) => {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  };
  return (
    <nav className={styles.index} aria-label={t("settings.index")}>
      {headings.map((heading) => (
        <button key={heading.textContent} type="button" className={styles.jump} onClick={() => go(heading)}>
          {heading.textContent}
        </button>
      ))}
    </nav>
  );
}
