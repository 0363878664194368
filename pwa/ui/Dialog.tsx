import { useRouter } from "@tanstack/react-router";
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import button from "./Button.module.css";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon.tsx";

export type DialogProps = {
  id?: string;
  className?: string | undefined;
  ref?: RefObject<HTMLDialogElement | null>;
  /** Ignores Escape, the Back gesture and clicks on the backdrop. */
  isLocked?: boolean;
  /** Called when it closes or should close: the parent unmounts it, which also closes it. */
  onClose: () => void;
  children: ReactNode;
} & (Titled | Labeled);

interface Titled {
  title: ReactNode;
  titleDir?: "auto";
  /** Adds a close button next to the title, with this accessible name. */
  closeLabel?: string;
}

/** A dialog with its own layout. */
interface Labeled {
  label: string;
}

/**
 * Modal dialog, open while mounted. The browser moves focus into it, keeps it there and restores it; Back closes it
 * instead of leaving the page.
 */
export function Dialog(props: DialogProps) {
  const { id, className = "", isLocked = false, onClose, children } = props;
  const ownRef = useRef<HTMLDialogElement>(null);
  const dialog = props.ref ?? ownRef;
  const titleId = useId();
  // A layout effect, so that the next key press is already inside; closing before removal restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, [dialog]);
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: false,
        blockerFn: ({ action }) => {
          const element = dialog.current;
          // A dialog within this one is closed first.
          if (action !== "BACK" || element === null || element.querySelector("dialog[open]") !== null)
            return false;
          if (!isLocked) element.close();
          return true;
        },
      }),
    [history, dialog, isLocked],
  );
  const shared = {
    ref: dialog,
    id,
    closedby: isLocked ? ("none" as const) : ("any" as const),
    onCancel: (event: SyntheticEvent) => isLocked && event.preventDefault(), // for browsers without closedby
    // Ignores nested dialogs, and effects that run twice in development, after which the dialog is open again.
    onClose: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      if (target === currentTarget && !currentTarget.open) onClose();
    },
  };
  if ("label" in props)
    return (
      <dialog {...shared} className={`${styles.modal} ${className}`} aria-label={props.label}>
        {children}
      </dialog>
    );
  const { title, titleDir, closeLabel } = props;
  return (
    <dialog {...shared} className={`${styles.dialog} ${className}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} dir={titleDir}>
          {title}
        </h2>
        {closeLabel === undefined ? null : (
          <button type="button" className={button.icon} aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" size={22} />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
