import { useRef } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { MuteTagButton } from "./MuteButton.tsx";
import styles from "./Mutes.module.css";

/** The tags of a post, each to be muted. */
export function TagMutes({ tags }: { tags: readonly string[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (tags.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={button.button}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="tag" size={18} />
        {t("mutes.tagsOpen")}
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="tag-mutes">
        <h2 id="tag-mutes">{t("mutes.tagsTitle")}</h2>
        <ul className={styles.list}>
          {tags.map((tag) => (
            <li key={tag} className={styles.row}>
              <span dir="auto">{tag}</span>
              <MuteTagButton tag={tag} />
            </li>
          ))}
        </ul>
        <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
          {t("mutes.close")}
        </button>
      </dialog>
    </>
  );
}
