import { type ReactNode, useId, useRef, useState } from "react";
import { NARROW } from "../lib/media-query.ts";
import button from "./Button.module.css";
import styles from "./PopoverButton.module.css";

export interface PopoverButtonProps {
  /** Accessible name of the button and the panel. */
  label: string;
  face: ReactNode;
  className?: string;
  panelClass?: string | undefined;
  /** Keeps the content mounted while closed. */
  keepsMounted?: boolean;
  children: ReactNode;
}

/** A button that opens a panel next to it, or at the bottom of narrow screens; the page behind stays visible. */
export function PopoverButton({
  label,
  face,
  className = button.button,
  panelClass = styles.panel,
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
        className={panelClass}
        onBeforeToggle={(event) => {
          if (event.newState === "open" && opener.current !== null)
            placePopover(event.currentTarget, opener.current);
          if (event.newState === "open") setIsOpen(true);
        }}
        // Not earlier: the browser restores focus only if it is still inside.
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {keepsMounted ? children : isOpen ? <div className={styles.body}>{children}</div> : null}
      </dialog>
    </>
  );
}

/**
 * Below the button, or above it in the lower half of the window. CSS anchor positioning is not available in every
 * browser yet.
 */
function placePopover(panel: HTMLElement, opener: HTMLElement): void {
  // A panel at the bottom would cover its subject.
  const isSheet = matchMedia(NARROW).matches;
  if (isSheet && opener.getBoundingClientRect().bottom > innerHeight * 0.3) opener.scrollIntoView();
  const { top, bottom, left } = opener.getBoundingClientRect();
  const isLow = (top + bottom) / 2 > innerHeight / 2;
  panel.style.setProperty("--left", `${left}px`);
  panel.style.setProperty("--top", isLow ? "auto" : `${bottom}px`);
  panel.style.setProperty("--bottom", isLow ? `${innerHeight - top}px` : "auto");
  panel.style.setProperty("--available", `${isLow ? top : innerHeight - bottom}px`);
}
