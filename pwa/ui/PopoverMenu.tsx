import { type ReactNode, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import button from "./Button.module.css";
import { Icon } from "./Icon.tsx";
import { placePopover } from "./PopoverButton.tsx";
import styles from "./PopoverMenu.module.css";

export interface PopoverMenuProps {
  /** What the button and the panel are called. */
  label: string;
  className?: string;
  /** Buttons and links. They stay mounted while it is closed, and so do the dialogs they open. */
  children: ReactNode;
}

/** "…": commands that are not needed at once. Pressing one closes it. */
export function PopoverMenu({ label, className = button.button, children }: PopoverMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
      >
        <Icon name="more" />
      </button>
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={(event) => {
          if (event.newState === "open" && opener.current !== null)
            placePopover(event.currentTarget, opener.current);
        }}
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a command in it was pressed */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the commands have the keys */}
        <div className={styles.body} onClick={() => panel.current?.hidePopover()}>
          {children}
        </div>
      </dialog>
    </>
  );
}

/** A dialog that a command of a menu has opened: in the closed menu it would be hidden too. */
export function OutsideMenu({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}
