import { useState } from "react";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useDeleteIgnored } from "./api.ts";
import styles from "./Review.module.css";

/** Deletes all ignored messages, after a question. */
export function DeleteIgnored() {
  const [isOpen, setOpen] = useState(false);
  const deletion = useDeleteIgnored();
  const close = () => setOpen(false);
  const remove = () => {
    close();
    deletion.mutate(undefined, { onSuccess: () => flash({ text: t("dmReview.deleted") }) });
  };
  return (
    <>
      <button
        type="button"
        className={button.button}
        disabled={deletion.isPending}
        onClick={() => setOpen(true)}
      >
        {t("dmReview.deleteIgnored")}
      </button>
      {deletion.error === null ? null : (
        <p className={styles.problem} role="alert">
          {errorMessage(deletion.error)}
        </p>
      )}
      {isOpen ? (
        <Dialog title={t("dmReview.deleteIgnored")} onClose={close}>
          <p>{t("dmReview.deleteNote")}</p>
          <p className={styles.buttons}>
            <button type="button" className={`${button.button} ${button.primary}`} onClick={remove}>
              {t("dmReview.delete")}
            </button>
            <button type="button" className={button.button} onClick={close}>
              {t("dmReview.cancel")}
            </button>
          </p>
        </Dialog>
      ) : null}
    </>
  );
}
