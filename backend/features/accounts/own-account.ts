/** The account of the request. */
import { PASSWORD_LOGIN_OFF } from "#shared/contracts/accounts.ts";
import { type changePassword, WRONG_PASSWORD } from "#shared/contracts/own-account.ts";
import { NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import { ONLY_LOGIN } from "#shared/contracts/single-sign-on.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { PROXY_PROVIDER } from "#shared/rules/single-sign-on.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Config } from "../../config.ts";
import type { Db, Tx } from "../../db/client.ts";
import type { Input } from "../../http/endpoint.ts";
import { badInput, conflict, forbidden, HttpError } from "../../http/errors.ts";
import type { Principal } from "../../http/principal.ts";
import { canLogInWithout } from "./identity-queries.ts";
import { accountById, type StoredAccount } from "./queries.ts";

/** Converts a stored account for its owner. */
export function ownAccount({ id, username, created_at, role, is_duplicate }: StoredAccount): OwnAccount {
  return { id, username, created_at, role, ...(is_duplicate ? { is_duplicate } : {}) };
}

/** @throws HttpError 401 if the account was deleted after authentication */
export async function storedAccount(db: Db, { id }: Principal): Promise<StoredAccount & { unseen: number }> {
  const account = await accountById(db, id);
  if (account === undefined) throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in");
  return account;
}

/** @throws HttpError 400 if the password is wrong */
export async function checkPassword(
  db: Db,
  passwords: Passwords,
  principal: Principal,
  password: string,
): Promise<void> {
  const account = await storedAccount(db, principal);
  if (!(await passwords.verify(account.password, password))) throw badInput(WRONG_PASSWORD);
}

/**
 * Checks the password of an account that logs in with one; of others requires a recent login.
 * @throws HttpError 400 if the password is wrong, 403 if the login is too old
 */
export async function checkOwner(
  { sql, config, principal }: Pick<Input<typeof changePassword>, "sql" | "config" | "principal">,
  passwords: Passwords,
  password: string,
): Promise<void> {
  const account = await storedAccount(sql, principal);
  if (account.password === null || !config.PASSWORD_LOGIN) await requireConfirmed(sql, principal);
  else await checkPassword(sql, passwords, principal, password);
}

/** @throws HttpError 409 if the account could not log in without what is removed */
export async function requireOtherLogin(
  tx: Tx,
  account: number,
  removed: { identity?: number; passkey?: string },
  { PASSWORD_LOGIN: passwords, OIDC_PROVIDERS, TRUSTED_USER_HEADER }: Config,
): Promise<void> {
  const issuers = OIDC_PROVIDERS.map(({ issuer }) => issuer);
  if (TRUSTED_USER_HEADER !== undefined) issuers.push(PROXY_PROVIDER);
  if (!(await canLogInWithout(tx, account, removed, { passwords, issuers }))) throw conflict(ONLY_LOGIN);
}

/** @throws HttpError 403 where accounts have no passwords (`PASSWORD_LOGIN=0`) */
export function requirePasswordLogin({ PASSWORD_LOGIN }: Pick<Config, "PASSWORD_LOGIN">): void {
  if (!PASSWORD_LOGIN) throw forbidden(PASSWORD_LOGIN_OFF);
}
