import { type ReactNode, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import button from "./Button.module.css";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon.tsx";

export type DialogProps = {
  id?: string;
  className?: string | undefined;
  ref?: RefObject<HTMLDialogElement | null>;
  /** Escape, a phone's Back gesture and a press on the backdrop do nothing. */
  isLocked?: boolean;
  /** It has closed, or is to: the parent unmounts it, which also closes it. */
  onClose: () => void;
  children: ReactNode;
} & (Titled | Labeled);

interface Titled {
  title: ReactNode;
  titleDir?: "auto";
  /** Adds a button beside the title; its accessible name. */
  closeLabel?: string;
}

/** A dialog with a layout of its own. */
interface Labeled {
  label: string;
}

/** Modal dialog, open as long as it is mounted. The browser moves the focus into it, keeps it there and returns it. */
export function Dialog(props: DialogProps) {
  const { id, className = "", isLocked = false, onClose, children } = props;
  const own = useRef<HTMLDialogElement>(null);
  const dialog = props.ref ?? own;
  const titleId = useId();
  // A layout effect: the next key press is inside already, and closing before removal is what returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, [dialog]);
  const shared = {
    ref: dialog,
    id,
    closedby: isLocked ? ("none" as const) : ("any" as const),
    onCancel: (event: SyntheticEvent) => isLocked && event.preventDefault(), // for browsers without closedby
    // Not of a dialog inside, nor when effects run twice in development: then it is open again.
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
