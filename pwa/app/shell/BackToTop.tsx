import { useSyncExternalStore } from "react";
import { t } from "../../i18n/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./BackToTop.module.css";

let isFar = false;

/** Measured when it scrolls and not each time it is drawn: asking for a place makes the browser lay out the page there and then. */
function onScroll(listener: () => void): () => void {
  const measure = () => {
    isFar = scrollY > innerHeight;
    listener();
  };
  addEventListener("scroll", measure, { passive: true });
  measure(); // it comes late: the page may have been scrolled before
  return () => removeEventListener("scroll", measure);
}

/** There after a screenful of scrolling; it rests above the footer, so that it covers none of its links. */
export function BackToTop() {
  const isShown = useSyncExternalStore(onScroll, () => isFar);
  const rise = () => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({ top: 0, behavior: isCalm ? "instant" : "smooth" });
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  };
  return isShown ? (
    <button
      type="button"
      className={styles.button}
      aria-label={t("frame.toTop")}
      title={t("frame.toTop")}
      onClick={rise}
    >
      <Icon name="up" size={22} />
    </button>
  ) : null;
}
