import { t } from "../../i18n/index.ts";
import { createStore } from "../../lib/create-store.ts";
import { wantsMotion } from "../../lib/motion.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./BackToTop.module.css";

/** Measured on scroll, not on render: reading the scroll position forces a layout. */
const isFar = createStore(false, {
  connect: () => {
    const measure = () => isFar.set(scrollY > innerHeight);
    addEventListener("scroll", measure, { passive: true });
    measure(); // the page may have been scrolled before this was mounted
    return () => removeEventListener("scroll", measure);
  },
});

/** Shown after scrolling one screen; stays above the footer, so that it covers no links. */
export function BackToTop() {
  const isShown = isFar.use();
  const rise = () => {
    scrollTo({ top: 0, behavior: wantsMotion() ? "smooth" : "instant" });
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  };
  return isShown ? (
    <button
      type="button"
      className={styles.button}
      aria-label={t("shell.toTop")}
      title={t("shell.toTop")}
      onClick={rise}
    >
      <Icon name="up" size={22} />
    </button>
  ) : null;
}
