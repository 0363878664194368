import type { MouseEvent, ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon } from "./Icon.tsx";
import { OpenPopover, type OpenPopoverProps, PopoverButton } from "./PopoverButton.tsx";
import styles from "./PopoverMenu.module.css";

export interface PopoverMenuProps {
  /** Accessible name of the button and the panel. */
  label: string;
  className?: string | undefined;
  /** "…" if omitted. */
  face?: ReactNode;
  /** Shown above the commands on phones; the label if omitted. */
  title?: ReactNode;
  /** Mounts the commands while it is open only, for menus whose commands open no dialogs of their own. */
  isLazy?: boolean;
  /** Buttons and links. They stay mounted while closed, and so do the dialogs they open. */
  children: ReactNode;
}

/** Menu of less frequent commands: at its button, or at the bottom of narrow screens. Choosing one closes it. */
export function PopoverMenu({
  children,
  face = <Icon name="more" />,
  title,
  isLazy = false,
  className,
  label,
}: PopoverMenuProps) {
  return (
    <PopoverButton
      label={label}
      face={face}
      isMenu
      keepsMounted={!isLazy}
      {...(className !== undefined && { className })}
    >
      <MenuBody title={title ?? label}>{children}</MenuBody>
    </PopoverButton>
  );
}

/** The same menu, opened by a button elsewhere: open while mounted. */
export function OpenMenu({ children, ...panel }: OpenPopoverProps) {
  return (
    <OpenPopover {...panel}>
      <MenuBody title={<bdi>{panel.label}</bdi>}>{children}</MenuBody>
    </OpenPopover>
  );
}

function MenuBody({ title, children }: { title: ReactNode; children: ReactNode }) {
  const close = ({ currentTarget }: MouseEvent) => currentTarget.closest("dialog")?.hidePopover();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a command in it was pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: the commands have the keys
    <div className={styles.body} onClick={close}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      {children}
    </div>
  );
}

/** Renders a dialog opened by a menu command outside the menu, whose closing would hide it. */
export function OutsideMenu({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}
