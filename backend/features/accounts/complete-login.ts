import { ACCOUNT_DISABLED, DEVICE_COOKIE, type logIn, SESSION_COOKIE } from "#shared/contracts/accounts.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { deviceToken } from "../../accounts/passwords.ts";
import { COOKIE_MAX_AGE, type ProviderLogin, startSession } from "../../accounts/sessions.ts";
import type { Input } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import { ownAccount } from "./own-account.ts";
import type { StoredAccount } from "./queries.ts";

/** Starts a session for an authenticated account. @param login with a provider @throws HttpError 403 if the account is disabled */
export async function completeLogin(
  { sql, client, setCookie }: Pick<Input<typeof logIn>, "sql" | "client" | "setCookie">,
  account: StoredAccount,
  login?: ProviderLogin,
): Promise<OwnAccount> {
  if (account.disabled) throw forbidden(ACCOUNT_DISABLED);
  const session = await startSession(sql, account.id, client, login);
  setCookie(SESSION_COOKIE, session, { maxAge: COOKIE_MAX_AGE });
  if (account.password !== null)
    setCookie(DEVICE_COOKIE, deviceToken(account.password), { maxAge: COOKIE_MAX_AGE });
  return ownAccount(account);
}
