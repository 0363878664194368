/** Setup of the first administrator. */
import * as contract from "#shared/contracts/accounts.ts";
import { audit } from "../../accounts/audit.ts";
import { insertAccount } from "../../accounts/new-account.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { ADMINISTRATORS_LOCK } from "../../db/locks.ts";
import { isSetupToken, spendSetupToken } from "../../db/setup-token.ts";
import { transaction } from "../../db/tx.ts";
import type { Input } from "../../http/endpoint.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { requirePasswordLogin } from "./own-account.ts";

/** Concurrent calls wait for the lock; only the first succeeds, the others then find an administrator. */
export async function setUp(
  { sql, config, pool, signal, body }: Input<typeof contract.setUp>,
  passwords: Passwords,
): Promise<true> {
  requirePasswordLogin(config);
  if (!(await isSetupToken(sql, body.token))) throw forbidden(contract.WRONG_SETUP_LINK);
  const password = await passwords.hash(body.password);
  await transaction(
    pool,
    async (tx) => {
      await tx`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`;
      if (!(await spendSetupToken(tx, body.token))) throw forbidden(contract.WRONG_SETUP_LINK);
      const made = { username: body.username, password, role: "administrator" } as const;
      const id = await insertAccount(tx, made);
      if (id === undefined) throw conflict(contract.USERNAME_TAKEN);
      await audit(tx, { actor: null, kind: "role", subject: `account ${id}`, after: made.role });
    },
    { signal },
  );
  return true;
}
