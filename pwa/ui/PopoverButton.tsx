import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { NARROW } from "../lib/media-query.ts";
import button from "./Button.module.css";
import styles from "./PopoverButton.module.css";

export interface PopoverButtonProps {
  /** Accessible name of the button and the panel. */
  label: string;
  face: ReactNode;
  className?: string;
  /** The content is a `MenuBody`. */
  isMenu?: boolean;
  /** Keeps the content mounted while closed. */
  keepsMounted?: boolean;
  children: ReactNode;
}

/** A button that opens a panel next to it, or at the bottom of narrow screens; the page behind stays visible. */
export function PopoverButton({
  label,
  face,
  className = button.button,
  isMenu = false,
  keepsMounted = false,
  children,
}: PopoverButtonProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
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
        {face}
      </button>
      <dialog
        id={id}
        popover="auto"
        aria-label={label}
        className={isMenu ? styles.menu : styles.panel}
        onBeforeToggle={(event) => {
          if (event.newState === "open" && opener.current !== null) {
            if (!isMenu) keepInView(opener.current);
            placePopover(event.currentTarget, opener.current);
          }
          if (event.newState === "open") setIsOpen(true);
        }}
        // Not earlier: the browser restores focus only if it is still inside.
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {!keepsMounted && !isOpen ? null : isMenu ? children : <div className={styles.body}>{children}</div>}
      </dialog>
    </>
  );
}

export interface OpenPopoverProps {
  label: string;
  /** Called once it is closed: the parent unmounts it. */
  onClose: () => void;
  children: ReactNode;
}

/** A menu whose button is elsewhere: open while mounted, next to what was pressed. */
export function OpenPopover({ label, onClose, children }: OpenPopoverProps) {
  const panel = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    placePopover(element, pressedElement());
    element.showPopover();
    return () => element.hidePopover();
  }, []);
  return (
    <dialog
      ref={panel}
      popover="auto"
      aria-label={label}
      className={styles.menu}
      // Not on the close event of effects that run twice in development, after which it is open again.
      onToggle={({ currentTarget }) => currentTarget.matches(":popover-open") || onClose()}
    >
      {children}
    </dialog>
  );
}

/** Safari does not focus a pressed button. */
function pressedElement(): Element {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return activeElement;
  return [...document.querySelectorAll(":hover")].at(-1) ?? body;
}

/** On phones, where the panel at the bottom would cover it. */
function keepInView(opener: Element): void {
  const isCovered = opener.getBoundingClientRect().bottom > innerHeight * 0.3;
  if (matchMedia(NARROW).matches && isCovered) opener.scrollIntoView();
}

/**
 * Below the button, or above it in the lower half of the window. CSS anchor positioning is not available in every
 * browser yet.
 */
function placePopover(panel: HTMLElement, opener: Element): void {
  const { top, bottom, left } = opener.getBoundingClientRect();
  const isLow = (top + bottom) / 2 > innerHeight / 2;
  panel.style.setProperty("--left", `${left}px`);
  panel.style.setProperty("--top", isLow ? "auto" : `${bottom}px`);
  panel.style.setProperty("--bottom", isLow ? `${innerHeight - top}px` : "auto");
  panel.style.setProperty("--available", `${isLow ? top : innerHeight - bottom}px`);
}
