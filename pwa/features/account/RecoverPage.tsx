import { useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { recover } from "#shared/contracts/accounts.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { returnAddress } from "../../lib/return-address.ts";
import { site } from "../../lib/site.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { AccountForm } from "./AccountForm.tsx";
import { type AuthenticationProps, OfflineNote } from "./LoginPage.tsx";
import { newAccountFields } from "./RegisterPage.tsx";
import { logIn } from "./session-actions.ts";
import { useForm } from "./use-form.ts";

/** `/authentication/recover`: a new password with a recovery code. */
export function RecoverPage({ search, children }: AuthenticationProps) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm(recover.body, async (values) => {
    await call(recover, { body: values });
    await logIn(client, values);
    router.history.replace(returnAddress(search.location));
  });
  const [username, ...passwords] = newAccountFields();
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.recover")} />
      <p className={styles.soft}>{t("account.recoverNote")}</p>
      <OfflineNote />
      {children}
      {site().login.password ? (
        <AccountForm
          form={form}
          submit={t("account.setPassword")}
          fields={[
            { name: "username", label: username?.label ?? "", autoComplete: "username" },
            { name: "code", label: t("account.recoveryCode"), autoComplete: "one-time-code" },
            ...passwords,
          ]}
        />
      ) : (
        <p role="alert">{t("account.problem.passwordLoginOff")}</p>
      )}
      <p className={styles.links}>
        <Link to="/authentication/login" search={{ location: search.location }}>
          {t("account.loginInstead")}
        </Link>
      </p>
    </div>
  );
}
