import { t } from "../../../i18n/initial.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./HiddenMedia.module.css";
import { askForMedia } from "./prompt.ts";
import { toggleQuickHide, useCovered, useMediaState } from "./store.ts";

/** Overlay icon of a hidden image; labeled if there is space and pressing it opens the prompt. */
export function CoverSign({ service, label }: { service: string; label?: string }) {
  if (!useCovered(service)) return null;
  return (
    <span className={styles.sign} aria-hidden="true">
      <Icon name="eyeOff" size={22} />
      {label}
    </span>
  );
}

/**
 * Shows or hides the media of a page. Above lists on phones it is an icon while media is shown, so that the toolbar
 * fits on one row, and labeled while media is hidden.
 */
export function MediaToggle({ services, isList }: { services: readonly string[]; isList?: boolean }) {
  const state = useMediaState();
  const shown = state.split(" ");
  const isHidden = state === "hidden";
  const isOpen = shown.includes("all") || services.every((service) => shown.includes(service));
  return (
    <button
      type="button"
      className={isList && isOpen ? `${styles.toggle} ${styles.small}` : styles.toggle}
      data-hides-media={isOpen ? undefined : ""}
      title={t("list.mediaKey")}
      onClick={isOpen || isHidden ? toggleQuickHide : () => askForMedia(services)}
    >
      <Icon name={isOpen ? "eyeOff" : "eye"} size={18} />
      {t(isOpen ? "list.hideMedia" : "list.showMedia")}
    </button>
  );
}
