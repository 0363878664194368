/** Account changes by administrators and from a shell on the server; each ends the account's sessions. */
import { NO_SUCH_GROUP } from "#shared/contracts/administration.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import type { Role } from "#shared/rules/roles.ts";
import type { Tx } from "../db/client.ts";
import { ADMINISTRATORS_LOCK } from "../db/locks.ts";
import { ExpectedError } from "../expected-error.ts";
import { groupExists } from "../groups/group-queries.ts";
import { audit } from "./audit.ts";
import { forgetDevices } from "./forgotten-devices.ts";
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
  /** Id of a group; null for none. */
  group?: number | null | undefined;
}

interface Changeable {
  role: Role;
  disabled: boolean;
  is_duplicate: boolean;
  group_id: number | null;
}

export class NoSuchGroupError extends ExpectedError {
  constructor() {
    super(NO_SUCH_GROUP);
  }
  override name = "NoSuchGroupError";
}

/**
 * Changes the account, notifies it of a new role, and writes the changes to the audit log.
 * @param actor id of the acting account, null from a shell
 * @param reason for the audit log
 * @returns false if there is no such account
 * @throws LastAdministratorError if no administrator who can log in would remain; NoSuchGroupError
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
    select role, disabled, is_duplicate, group_id from accounts where id = ${account} for update`;
  if (before === undefined) return false;
  const after: Changeable = {
    role: change.role ?? before.role,
    disabled: change.disabled ?? before.disabled,
    is_duplicate: change.is_duplicate ?? before.is_duplicate,
    group_id: change.group === undefined ? before.group_id : change.group,
  };
  if (
    after.group_id !== null &&
    after.group_id !== before.group_id &&
    !(await groupExists(tx, after.group_id))
  )
    throw new NoSuchGroupError();
  const wasActive = before.role === "administrator" && !before.disabled;
  const isActive = after.role === "administrator" && !after.disabled;
  if (wasActive && !isActive && (await isLastAdministrator(tx, account))) throw new LastAdministratorError();
  await tx`update accounts set ${tx({ ...after })} where id = ${account}`;
  for (const column of ["role", "disabled", "is_duplicate", "group_id"] as const) {
    if (before[column] === after[column]) continue;
    const kind = column === "group_id" ? "account_group" : column;
    const values = { before: String(before[column] ?? ""), after: String(after[column] ?? "") };
    await audit(tx, { actor, kind, subject: `account ${account}`, ...values, reason });
  }
  if (before.role !== after.role) {
    const roles = { old_role: before.role, new_role: after.role };
    await notify(tx, [account], NOTIFICATION_TYPES.role_changed, roles);
  }
  if (after.disabled && !before.disabled) await forgetDevices(tx, account);
  else if (before.role !== after.role || before.disabled !== after.disabled) await endSessions(tx, account);
  return true;
}

/** True if no other administrator could log in. Call under ADMINISTRATORS_LOCK. */
export async function isLastAdministrator(tx: Tx, account: number): Promise<boolean> {
  const [row] = await tx<[{ is_last: boolean }]>`
    select exists (select from accounts where id = ${account} and role = 'administrator' and not disabled)
      and not exists (select from accounts where id <> ${account} and role = 'administrator' and not disabled) as is_last`;
  return row.is_last;
}
