/** The account that calls. */
import { WRONG_PASSWORD } from "#shared/contracts/own-account.ts";
import { NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import type { Db } from "../../db/client.ts";
import { badInput, HttpError } from "../../http/errors.ts";
import type { Principal } from "../../http/principal.ts";
import { accountById, type StoredAccount } from "./queries.ts";

/** As the account itself is shown it. */
export function ownAccount({ id, username, created_at, role, is_duplicate }: StoredAccount): OwnAccount {
  return { id, username, created_at, role, ...(is_duplicate ? { is_duplicate } : {}) };
}

/** @throws HttpError 401 where the account was deleted after it was authenticated */
export async function storedAccount(db: Db, { id }: Principal): Promise<StoredAccount & { unseen: number }> {
  const account = await accountById(db, id);
  if (account === undefined) throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in");
  return account;
}

/** @throws HttpError 400 where it is not the account's password */
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
