/** Account changes by administrators and from a shell on the server; each ends the account's sessions. */
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import type { Role } from "#shared/rules/roles.ts";
import type { Tx } from "../db/client.ts";
import { ADMINISTRATORS_LOCK } from "../db/locks.ts";
import { ExpectedError } from "../expected-error.ts";
import { audit } from "./audit.ts";
import { notify } from "./notify.ts";
import { endSessions } from "./sessions.ts";

export class LastAdministratorError extends ExpectedError {
  constructor() {
    super("The last administrator has to stay one.");
  }
  override name = "LastAdministratorError";
}

export interface AccountChange {
  role?: Role | undefined;
  disabled?: boolean | undefined;
  is_duplicate?: boolean | undefined;
}

interface Changeable {
  role: Role;
  disabled: boolean;
  is_duplicate: boolean;
}

/**
 * Changes the account, notifies it of a new role, and writes the changes to the audit log.
 * @param actor id of the acting account, null from a shell
 * @param reason for the audit log
 * @returns false if there is no such account
 * @throws LastAdministratorError if no administrator who can log in would remain
 */
export async function changeAccount(
  tx: Tx,
  actor: number | null,
  account: number,
  change: AccountChange,
  reason: string | null = null,
): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`;
  const [before] = await tx<Changeable[]>`
    select role, disabled, is_duplicate from accounts where id = ${account} for update`;
  if (before === undefined) return false;
  const after: Changeable = {
    role: change.role ?? before.role,
    disabled: change.disabled ?? before.disabled,
    is_duplicate: change.is_duplicate ?? before.is_duplicate,
  };
  const wasActive = before.role === "administrator" && !before.disabled;
  const isActive = after.role === "administrator" && !after.disabled;
  if (wasActive && !isActive && (await isLastAdministrator(tx, account))) throw new LastAdministratorError();
  await tx`update accounts set ${tx({ ...after })} where id = ${account}`;
  for (const kind of ["role", "disabled", "is_duplicate"] as const) {
    if (before[kind] === after[kind]) continue;
    const values = { before: String(before[kind]), after: String(after[kind]) };
    await audit(tx, { actor, kind, subject: `account ${account}`, ...values, reason });
  }
  if (before.role !== after.role) {
    const roles = { old_role: before.role, new_role: after.role };
    await notify(tx, [account], NOTIFICATION_TYPES.role_changed, roles);
  }
  if (before.role !== after.role || before.disabled !== after.disabled) await endSessions(tx, account);
  return true;
}

/** True if no other administrator could log in. Call under ADMINISTRATORS_LOCK. */
export async function isLastAdministrator(tx: Tx, account: number): Promise<boolean> {
  const [row] = await tx<[{ is_last: boolean }]>`
    select exists (select from accounts where id = ${account} and role = 'administrator' and not disabled)
      and not exists (select from accounts where id <> ${account} and role = 'administrator' and not disabled) as is_last`;
  return row.is_last;
}
