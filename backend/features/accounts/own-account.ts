/** The account of the request. */
import { WRONG_PASSWORD } from "#shared/contracts/own-account.ts";
import { NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import type { Db } from "../../db/client.ts";
import { badInput, HttpError } from "../../http/errors.ts";
import type { Principal } from "../../http/principal.ts";
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
): Promise<StoredAccount> {
  const account = await storedAccount(db, principal);
  if (await passwords.verify(account.password, password)) return account;
  throw badInput(WRONG_PASSWORD);
}
