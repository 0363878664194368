import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { CONFIRMATION_NEEDED, confirmPassword } from "#shared/contracts/own-account.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { AccountForm, currentPassword } from "./AccountForm.tsx";
import { singleSignOnQuery } from "./api.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { useForm } from "./use-form.ts";

/** Undefined if the dialog was cancelled. */
type Result<T> = T | undefined;

export interface Confirmation {
  /** Runs a request; if it needs the password, asks for it and runs it again. @throws the errors of the request */
  run: <T>(request: () => Promise<T>) => Promise<Result<T>>;
  /** Dialog to render; null while closed. */
  dialog: React.ReactNode;
}

export function useConfirmation(): Confirmation {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  const run = async <T,>(request: () => Promise<T>): Promise<Result<T>> => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof HttpError && error.message === CONFIRMATION_NEEDED)) throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      return isConfirmed ? await request() : undefined;
    }
  };
  return { run, dialog: answer === undefined ? null : <ConfirmDialog onAnswer={answer} /> };
}

/** Asks for the password, or for another login with a linked provider, which leaves the page and comes back. */
function ConfirmDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { data, isLoading } = useQuery(singleSignOnQuery());
  const { href } = useLocation();
  const hasPassword = site().login.password && data?.has_password !== false;
  const linked = data?.identities.flatMap(({ provider }) => provider ?? []) ?? [];
  const form = useForm(confirmPassword.body, async (body) => {
    await call(confirmPassword, { body });
    onAnswer(true);
  });
  return (
    <Dialog
      title={t(hasPassword ? "account.confirmTitle" : "account.confirmLoginTitle")}
      closeLabel={t("account.cancel")}
      onClose={() => onAnswer(false)}
    >
      <p>{t(hasPassword ? "account.confirmNote" : "account.confirmByLogin")}</p>
      {isLoading ? null : (
        <>
          {hasPassword ? (
            <AccountForm
              form={form}
              submit={t("account.confirm")}
              fields={[{ ...currentPassword("password", t("account.password")), autoFocus: true }]}
            />
          ) : null}
          <ProviderButtons
            label="account.loginAgainWith"
            only={linked}
            body={{ location: href }}
            isPrimary={!hasPassword}
          />
        </>
      )}
    </Dialog>
  );
}
