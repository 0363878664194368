import type { MouseEvent, ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon } from "./Icon.tsx";
import { PopoverButton } from "./PopoverButton.tsx";
import styles from "./PopoverMenu.module.css";

export interface PopoverMenuProps {
  /** Accessible name of the button and the panel. */
  label: string;
  className?: string;
  /** "…" if omitted. */
  face?: ReactNode;
  /** Shown above the commands on phones; the label if omitted. */
  title?: ReactNode;
  /** Buttons and links. They stay mounted while closed, and so do the dialogs they open. */
  children: ReactNode;
}

/** Menu of less frequent commands. Choosing one closes it. */
export function PopoverMenu({ children, face = <Icon name="more" />, title, ...button }: PopoverMenuProps) {
  const close = ({ currentTarget }: MouseEvent) => currentTarget.closest("dialog")?.hidePopover();
  return (
    <PopoverButton {...button} face={face} panelClass={styles.panel} keepsMounted>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a command in it was pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the commands have the keys */}
      <div className={styles.body} onClick={close}>
        <p className={styles.title} aria-hidden="true">
          {title ?? button.label}
        </p>
        {children}
      </div>
    </PopoverButton>
  );
}

/** Renders a dialog opened by a menu command outside the menu, whose closing would hide it. */
export function OutsideMenu({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}
