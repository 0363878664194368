import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { register } from "#shared/contracts/accounts.ts";
import { MAX_USERNAME, MIN_PASSWORD, MIN_USERNAME, type Registration } from "#shared/rules/accounts.ts";
import { INVALID_FAVORITES } from "#shared/rules/favorites.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { returnAddress } from "../../lib/return-address.ts";
import { isLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import button from "../../ui/Button.module.css";
import type { FieldProps } from "../../ui/Field.tsx";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { readFavoritesFile } from "../favorites/file.ts";
import styles from "./Account.module.css";
import { AccountForm } from "./AccountForm.tsx";
import { registrationQuery } from "./api.ts";
import {
  AlreadyIn,
  type AuthenticationProps,
  type LoginSearch,
  MembersNote,
  OfflineNote,
} from "./LoginPage.tsx";
import { problemText } from "./messages.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { logIn } from "./session-actions.ts";
import { useForm } from "./use-form.ts";

/** Fields of all forms that create an account. */
export const newAccountFields = (): FieldProps[] => [
  {
    name: "username",
    label: t("account.username"),
    hint: t("account.usernameHint", { min: MIN_USERNAME, max: MAX_USERNAME }),
    autoComplete: "username",
    maxLength: MAX_USERNAME,
  },
  {
    name: "password",
    label: t("account.password"),
    hint: t("account.passwordHint", { min: MIN_PASSWORD }),
    type: "password",
    autoComplete: "new-password",
  },
  {
    name: "confirm_password",
    label: t("account.confirmPassword"),
    type: "password",
    autoComplete: "new-password",
  },
];

/** `/authentication/register#<invitation>`. The token is in the fragment, which is not sent to servers or proxies. */
export function RegisterPage({ search, children }: AuthenticationProps) {
  const { password } = site().login;
  const { data } = useQuery({ ...registrationQuery(), enabled: password });
  const [wasIn] = useState(isLoggedIn); // read once, as the registration itself changes it
  const [invitation] = useState(() => location.hash.slice(1));
  if (wasIn) return <AlreadyIn title={t("account.register")} />;
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.register")} />
      <MembersNote />
      <OfflineNote />
      {children}
      {!password ? null : data?.registration === "closed" ? (
        <p>{t("account.problem.registrationClosed")}</p>
      ) : (
        <RegisterForm registration={data?.registration} search={search} invitation={invitation} />
      )}
      <ProviderButtons
        label="account.continueWith"
        body={{ location: search.location, ...(invitation === "" ? {} : { invitation }) }}
        isPrimary={!password}
      />
      <p className={styles.links}>
        <Link to="/authentication/login" search={{ location: search.location }}>
          {t("account.loginInstead")}
        </Link>
      </p>
    </div>
  );
}

interface RegisterFormProps {
  registration: Registration | undefined;
  search: LoginSearch;
  invitation: string;
}

function RegisterForm({ registration, search, invitation: invited }: RegisterFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [favorites, setFavorites] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const form = useForm(register.body, async (values) => {
    await call(register, {
      body: { ...values, ...(favorites === undefined ? {} : { favorites_json: favorites }) },
    });
    await logIn(client, values);
    await navigate({
      to: "/account/recovery_codes",
      search: { location: returnAddress(search.location) },
      replace: true,
    });
  });
  const choose = async (file: File | undefined) => {
    try {
      setProblem(undefined);
      setFavorites(file === undefined ? undefined : creatorsOf(await file.text()));
    } catch {
      setFavorites(undefined);
      setProblem(problemText(INVALID_FAVORITES));
    }
  };
  const invitation: FieldProps = {
    name: "invitation",
    label: t("account.invitation"),
    hint: t("account.invitationHint"),
    autoComplete: "off",
    defaultValue: invited,
  };
  return (
    <AccountForm
      form={form}
      submit={t(form.isSending ? "account.registering" : "account.register")}
      fields={[...newAccountFields(), ...(registration === "invite" ? [invitation] : [])]}
    >
      <label className={button.label}>
        {t("account.favoritesFile")}
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      <p className={styles.soft}>{t("account.favoritesFileHint")}</p>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </AccountForm>
  );
}

/** Value of `favorites_json`. @throws Error if the text is no `favorites.json` */
function creatorsOf(text: string): string {
  const { artists } = readFavoritesFile(text);
  return JSON.stringify(artists.map(({ service, id }) => ({ service, artist_id: id })));
}
