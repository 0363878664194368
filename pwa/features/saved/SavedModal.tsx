import { type ReactNode, useEffect, useId, useRef } from "react";
import { showSaved } from "./dialogs.ts";
import styles from "./Saved.module.css";

/** The box of the dialogs about saving. */
export function SavedModal({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={() => showSaved(undefined)}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
