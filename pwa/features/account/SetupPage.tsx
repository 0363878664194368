import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { setUp } from "#shared/contracts/accounts.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { AccountForm } from "./AccountForm.tsx";
import { OfflineNote } from "./LoginPage.tsx";
import { newAccountFields } from "./RegisterPage.tsx";
import { logIn } from "./session-actions.ts";
import { useForm } from "./use-form.ts";

/** `/authentication/setup#<token>`: creates the first administrator. The token is in the fragment, which is not sent to servers or proxies. */
export function SetupPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const form = useForm(setUp.body, async (values) => {
    await call(setUp, { body: values });
    await logIn(client, values);
    await navigate({
      to: "/account/recovery_codes",
      search: { location: "/account/administrator/start" },
      replace: true,
    });
  });
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.setUp")} />
      {!site().login.password ? (
        <p role="alert">{t("account.problem.passwordLoginOff")}</p>
      ) : token === "" ? (
        <p role="alert">{t("account.problem.wrongSetupLink")}</p>
      ) : (
        <>
          <p className={styles.soft}>{t("account.setUpNote")}</p>
          <OfflineNote />
          <AccountForm form={form} submit={t("account.setUp")} fields={newAccountFields()}>
            <input type="hidden" name="token" value={token} />
          </AccountForm>
        </>
      )}
    </div>
  );
}
