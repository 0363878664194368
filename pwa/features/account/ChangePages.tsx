import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { changePassword, changeUsername } from "#shared/contracts/own-account.ts";
import { MAX_USERNAME, MIN_PASSWORD, MIN_USERNAME } from "#shared/rules/accounts.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { flash } from "../../lib/toast.ts";
import { ACCOUNT_KEY, noteEndedSession } from "../../offline/account/call.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { AccountForm, currentPassword } from "./AccountForm.tsx";
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
  const form = useForm(changePassword.body, async (body) => {
    await call(changePassword, { body }).catch(endedSession);
    flash({ text: t("account.passwordChanged") });
    await navigate({ to: "/account" });
  });
  const isNew = { type: "password", autoComplete: "new-password" };
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.changePassword")} />
      <p className={styles.soft}>{t("account.changeEndsOthers")}</p>
      <AccountForm
        form={form}
        submit={t("account.changePassword")}
        fields={[
          currentPassword("current-password", t("account.currentPassword")),
          {
            ...isNew,
            name: "new-password",
            label: t("account.newPassword"),
            hint: t("account.passwordHint", { min: MIN_PASSWORD }),
          },
          { ...isNew, name: "new-password-confirmation", label: t("account.confirmNewPassword") },
        ]}
      />
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
  const form = useForm(changeUsername.body, async (body) => {
    await call(changeUsername, { body }).catch(endedSession);
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
          currentPassword("password", t("account.currentPassword")),
        ]}
      />
      <Back />
    </div>
  );
}

export function Back() {
  return (
    <p className={styles.links}>
      <Link to="/account">{t("account.back")}</Link>
    </p>
  );
}
