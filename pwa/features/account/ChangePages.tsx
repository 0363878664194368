import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { changePassword, changeUsername } from "#shared/contracts/own-account.ts";
import { MAX_USERNAME, MIN_PASSWORD, MIN_USERNAME } from "#shared/rules/accounts.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { site } from "../../lib/site.ts";
import { flash } from "../../lib/toast.ts";
import { ACCOUNT_KEY, noteEndedSession } from "../../offline/account/call.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { AccountForm, currentPassword } from "./AccountForm.tsx";
import { singleSignOnQuery } from "./api.ts";
import { useConfirmation } from "./ConfirmPassword.tsx";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { isDuplicate } from "./device.ts";
import { useForm } from "./use-form.ts";

const endedSession = (error: unknown) => {
  noteEndedSession(error);
  throw error;
};

/** `/account/change_password` */
export function ChangePasswordPage() {
  const navigate = useNavigate();
  const confirmation = useConfirmation();
  const form = useForm(changePassword.body, async (body) => {
    const isDone = await confirmation.run(() => call(changePassword, { body })).catch(endedSession);
    if (isDone === undefined) return;
    flash({ text: t("account.passwordChanged") });
    await navigate({ to: "/account" });
  });
  const hasPassword = useHasPassword();
  const isNew = { type: "password", autoComplete: "new-password" };
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.changePassword")} />
      <p className={styles.soft}>{t("account.changeEndsOthers")}</p>
      <AccountForm
        form={form}
        submit={t("account.changePassword")}
        fields={[
          ...(hasPassword ? [currentPassword("current-password", t("account.currentPassword"))] : []),
          {
            ...isNew,
            name: "new-password",
            label: t("account.newPassword"),
            hint: t("account.passwordHint", { min: MIN_PASSWORD }),
          },
          { ...isNew, name: "new-password-confirmation", label: t("account.confirmNewPassword") },
        ]}
      >
        {hasPassword ? null : <NoPassword name="current-password" />}
      </AccountForm>
      {confirmation.dialog}
      <p className={styles.soft}>
        <Rich
          id="account.feedLinkStays"
          tags={{ link: (text) => <Link to="/account/favorites/export">{text}</Link> }}
        />
      </p>
      <p className={styles.soft}>
        <Rich id="tokens.stay" tags={{ link: (text) => <Link to="/account/sessions">{text}</Link> }} />
      </p>
      <Back />
    </div>
  );
}

/** `/account/change_username` */
export function ChangeUsernamePage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const confirmation = useConfirmation();
  const hasPassword = useHasPassword();
  const form = useForm(changeUsername.body, async (body) => {
    const isDone = await confirmation.run(() => call(changeUsername, { body })).catch(endedSession);
    if (isDone === undefined) return;
    isDuplicate.set(undefined);
    await client.invalidateQueries({ queryKey: [ACCOUNT_KEY] });
    flash({ text: t("account.usernameChanged", { name: body.username }) });
    await navigate({ to: "/account" });
  });
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.changeUsername")} />
      <DuplicateWarning />
      <p className={styles.soft}>{t("account.changeEndsOthers")}</p>
      <AccountForm
        form={form}
        submit={t("account.changeUsername")}
        fields={[
          {
            name: "username",
            label: t("account.newUsername"),
            hint: t("account.usernameHint", { min: MIN_USERNAME, max: MAX_USERNAME }),
            autoComplete: "username",
            maxLength: MAX_USERNAME,
          },
          ...(hasPassword ? [currentPassword("password", t("account.currentPassword"))] : []),
        ]}
      >
        {hasPassword ? null : <NoPassword name="password" />}
      </AccountForm>
      {confirmation.dialog}
      <Back />
    </div>
  );
}

/** False for accounts that log in with providers and passkeys only: a recent login takes the place of the password. */
function useHasPassword(): boolean {
  const { data } = useQuery(singleSignOnQuery());
  return site().login.password && data?.has_password !== false;
}

/** The server expects some text in the field. */
const NoPassword = ({ name }: { name: string }) => <input type="hidden" name={name} value="none" />;

export function Back() {
  return (
    <p className={styles.links}>
      <Link to="/account">{t("account.back")}</Link>
    </p>
  );
}
