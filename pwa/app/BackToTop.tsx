import { useSyncExternalStore } from "react";
import { t } from "../i18n/index.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./BackToTop.module.css";

function onScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}

/** There after a screenful of scrolling; it rests above the footer, so that it covers none of its links. */
export function BackToTop() {
  const isFar = useSyncExternalStore(onScroll, () => scrollY > innerHeight);
  const rise = () => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({ top: 0, behavior: isCalm ? "instant" : "smooth" });
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.place}>
      {isFar ? (
        <button
          type="button"
          className={styles.button}
          aria-label={t("frame.toTop")}
          title={t("frame.toTop")}
          onClick={rise}
        >
          <Icon name="up" size={22} />
        </button>
      ) : null}
    </div>
  );
}
