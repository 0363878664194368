import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteAccount, downloadData } from "#shared/contracts/own-account.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { downloadText } from "../../lib/download-text.ts";
import { flash } from "../../lib/toast.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { Back } from "./ChangePages.tsx";
import { useConfirmation } from "./ConfirmPassword.tsx";
import { refusalText } from "./messages.ts";
import { forgetAccount } from "./session-actions.ts";

/** `/account/data`: exports the data of the account, or deletes the account. */
export function DataPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const confirmation = useConfirmation();
  const [isAsking, setIsAsking] = useState(false);
  const download = useMutation({
    mutationFn: () => confirmation.run(() => call(downloadData)),
    onError: noteEndedSession,
    onSuccess: (data) => {
      if (data !== undefined)
        downloadText("account.json", JSON.stringify(data, undefined, 1), "application/json");
    },
  });
  const remove = useMutation({
    mutationFn: () => confirmation.run(() => call(deleteAccount)),
    onError: noteEndedSession,
    onSuccess: async (isDone) => {
      if (isDone !== true) return;
      await forgetAccount(client);
      flash({ text: t("account.deleted") });
      await navigate({ to: "/", replace: true });
    },
  });
  const error = download.error ?? remove.error;
  return (
    <div className={page.page}>
      <PageHeading title={t("account.data")} />
      <section className={styles.group}>
        <h2>{t("account.downloadData")}</h2>
        <p className={styles.soft}>{t("account.downloadNote")}</p>
        <p>
          <button
            type="button"
            className={button.button}
            disabled={download.isPending}
            onClick={() => download.mutate()}
          >
            {t("account.downloadData")}
          </button>
        </p>
      </section>
      <section className={styles.group}>
        <h2>{t("account.delete")}</h2>
        <p className={styles.soft}>{t("account.deleteNote")}</p>
        <p>
          <button
            type="button"
            className={button.button}
            disabled={remove.isPending}
            onClick={() => setIsAsking(true)}
          >
            {t("account.delete")}
          </button>
        </p>
      </section>
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <Back />
      {isAsking ? (
        <Dialog
          title={t("account.deleteTitle")}
          closeLabel={t("account.cancel")}
          onClose={() => setIsAsking(false)}
        >
          <p>{t("account.deleteNote")}</p>
          <p className={styles.actions}>
            <button
              type="button"
              className={`${button.button} ${button.primary}`}
              onClick={() => {
                setIsAsking(false);
                remove.mutate();
              }}
            >
              {t("account.delete")}
            </button>
            <button type="button" className={button.button} onClick={() => setIsAsking(false)}>
              {t("account.cancel")}
            </button>
          </p>
        </Dialog>
      ) : null}
      {confirmation.dialog}
    </div>
  );
}
