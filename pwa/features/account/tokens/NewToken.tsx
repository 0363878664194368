import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createToken } from "#shared/contracts/access-tokens.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { CopyButton } from "../../../ui/ShareLink.tsx";
import styles from "../Account.module.css";
import { tokensQuery } from "../api.ts";
import { useConfirmation } from "../ConfirmPassword.tsx";
import { TokenForm, type WantedToken } from "./TokenForm.tsx";

/** A button that opens a form, and the created token, which is shown once. */
export function NewToken() {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const [isOpen, setIsOpen] = useState(false);
  const create = useMutation({
    mutationFn: (body: WantedToken) => confirmation.run(() => call(createToken, { body })),
    gcTime: 0,
    onError: noteEndedSession,
    onSuccess: (created) => {
      if (created !== undefined) setIsOpen(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery().queryKey }),
  });
  const open = () => {
    create.reset();
    setIsOpen(true);
  };
  return (
    <>
      <div role="status">{create.data === undefined ? null : <Created token={create.data.token} />}</div>
      {isOpen ? (
        <TokenForm
          error={create.error}
          isSending={create.isPending}
          onSubmit={create.mutate}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <p>
          <button type="button" className={button.button} onClick={open}>
            {t("tokens.create")}
          </button>
        </p>
      )}
      {confirmation.dialog}
    </>
  );
}

/** In place of the form, whose focused button is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

function Created({ token }: { token: string }) {
  return (
    <div className={styles.created} tabIndex={-1} ref={focus}>
      <p>
        {t("tokens.once")} <code translate="no">{token}</code>
      </p>
      <p>
        <CopyButton text={token} copied={t("tokens.copied")}>
          {t("tokens.copy")}
        </CopyButton>
      </p>
      <p className={styles.small}>{t("tokens.usage")}</p>
    </div>
  );
}
