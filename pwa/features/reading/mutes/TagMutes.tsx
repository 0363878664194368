import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";
import { MuteTagButton } from "./MuteButton.tsx";
import styles from "./Mutes.module.css";

/** Mute buttons for the tags of a post. */
export function TagMutes({ tags }: { tags: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (tags.length === 0) return null;
  return (
    <>
      <button type="button" className={button.button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="tag" size={18} />
        {t("mutes.tagsOpen")}
      </button>
      {isOpen ? (
        <OutsideMenu>
          <Dialog className={styles.dialog} title={t("mutes.tagsTitle")} onClose={() => setIsOpen(false)}>
            <ul className={styles.list}>
              {tags.map((tag) => (
                <li key={tag} className={styles.row}>
                  <span dir="auto">{tag}</span>
                  <MuteTagButton tag={tag} />
                </li>
              ))}
            </ul>
            <button type="button" className={button.button} onClick={() => setIsOpen(false)}>
              {t("mutes.close")}
            </button>
          </Dialog>
        </OutsideMenu>
      ) : null}
    </>
  );
}
