import { useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { logIn as endpoint } from "#shared/contracts/accounts.ts";
import { t } from "../../i18n/index.ts";
import { isForMembers } from "../../lib/members.ts";
import { useOnline } from "../../lib/online.ts";
import { returnAddress } from "../../lib/return-address.ts";
import { isLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import button from "../../ui/Button.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { AccountForm, currentPassword } from "./AccountForm.tsx";
import { PasskeyLogin } from "./PasskeyLogin.tsx";
import { ProviderButtons, SignOnProblem } from "./ProviderButtons.tsx";
import { logIn } from "./session-actions.ts";
import { useForm } from "./use-form.ts";

export interface LoginSearch {
  /** Path to return to. */
  location?: string | undefined;
  /** Why a login with a provider failed. */
  problem?: string | undefined;
}

export interface AuthenticationProps<S extends LoginSearch = LoginSearch> {
  search: S;
  /** Shown above the form. */
  children?: ReactNode;
}

/** `/authentication/login` */
export function LoginPage({ search, children }: AuthenticationProps) {
  const client = useQueryClient();
  const router = useRouter();
  const { location } = search;
  const { password } = site().login;
  const leave = () => router.history.replace(returnAddress(location));
  const form = useForm(endpoint.body, async (credentials) => {
    await logIn(client, credentials);
    leave();
  });
  // Read once, as the login itself changes it.
  const [wasIn] = useState(isLoggedIn);
  if (wasIn) return <AlreadyIn title={t("account.login")} />;
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.login")} />
      <MembersNote />
      <OfflineNote />
      {children}
      <SignOnProblem name={search.problem} />
      {password ? (
        <AccountForm
          form={form}
          submit={t(form.isSending ? "account.loggingIn" : "account.login")}
          fields={[
            { name: "username", label: t("account.username"), autoComplete: "username" },
            currentPassword("password", t("account.password")),
          ]}
        />
      ) : null}
      <ProviderButtons label="account.loginWith" body={{ location }} isPrimary={!password} />
      <PasskeyLogin onDone={leave} />
      {password ? (
        <p className={styles.links}>
          <Link to="/authentication/register" search={{ location }}>
            {t("account.registerInstead")}
          </Link>
          <Link to="/authentication/recover" search={{ location }}>
            {t("account.forgotPassword")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/** Shown instead of a login form to users with a session. */
export function AlreadyIn({ title }: { title: string }) {
  return (
    <div className={styles.narrow}>
      <PageHeading title={title} />
      <p>{t("account.alreadyLoggedIn")}</p>
      <p className={styles.actions}>
        <Link to="/account" className={button.button}>
          {t("account.title")}
        </Link>
        <Link to="/authentication/logout" preload={false} className={button.button}>
          {t("account.logout")}
        </Link>
      </p>
    </div>
  );
}

/** Says why a visitor of an archive for members is here; names no content. */
export function MembersNote() {
  return isForMembers() ? <p className={styles.soft}>{t("account.membersOnly")}</p> : null;
}

export function OfflineNote() {
  return useOnline() ? null : (
    <p className={styles.soft} role="status">
      {t("account.needsConnection")}
    </p>
  );
}
