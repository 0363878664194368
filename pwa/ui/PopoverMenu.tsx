import type { MouseEvent, ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon } from "./Icon.tsx";
import { PopoverButton } from "./PopoverButton.tsx";
import styles from "./PopoverMenu.module.css";

export interface PopoverMenuProps {
  /** What the button and the panel are called. */
  label: string;
  className?: string;
  /** Buttons and links. They stay mounted while it is closed, and so do the dialogs they open. */
  children: ReactNode;
}

/** "…": commands that are not needed at once. Pressing one closes it. */
export function PopoverMenu({ children, ...button }: PopoverMenuProps) {
  const close = ({ currentTarget }: MouseEvent) => currentTarget.closest("dialog")?.hidePopover();
  return (
    <PopoverButton {...button} face={<Icon name="more" />} panelClass={styles.panel} isKept>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a command in it was pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the commands have the keys */}
      <div className={styles.body} onClick={close}>
        {children}
      </div>
    </PopoverButton>
  );
}

/** A dialog that a command of a menu has opened: in the closed menu it would be hidden too. */
export function OutsideMenu({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}
