import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { FavoriteButton } from "../../favorites/FavoriteButton.tsx";
import { MuteCreatorButton } from "../../reading/mutes/MuteButton.tsx";
import styles from "./CreatorMenu.module.css";

export interface CreatorMenuProps {
  creator: { service: string; id: string; name: string };
  className: string | undefined;
}

/** "…" menu of a creator's card on phones: actions without opening the page. */
export function CreatorMenu({ creator, className }: CreatorMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { service, id, name } = creator;
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={t("posts.menu", { title: name })}
        onClick={() => setIsOpen(true)}
      >
        <span>
          <Icon name="more" size={18} />
        </span>
      </button>
      {isOpen ? (
        <Dialog className={styles.dialog} title={name} titleDir="auto" onClose={close}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a button in it was pressed */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons have the keys */}
          <div className={styles.actions} onClick={close}>
            <FavoriteButton target={{ service, user: id }} name={name} />
            <MuteCreatorButton creator={creator} />
          </div>
          <button type="button" className={button.button} onClick={close}>
            {t("mutes.close")}
          </button>
        </Dialog>
      ) : null}
    </>
  );
}
