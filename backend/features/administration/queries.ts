import type { Account, ListedAuditEntry, ManagedAccount } from "#shared/entities/account.ts";
import type { DamagedFile, Scrub } from "#shared/entities/damaged-file.ts";
import type { Registration } from "#shared/rules/accounts.ts";
import type { Role } from "#shared/rules/roles.ts";
import { joinContents } from "../../accounts/audit.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";

export interface Filter {
  name?: string | undefined;
  role?: Role | "" | undefined;
}

const matching = (db: Db, { name = "", role = "" }: Filter) => db`
  where (${name} = '' or position(lower(${name}) in lower(username)) > 0) and (${role} = '' or role = ${role})`;
const accountColumns = (db: Db) => db`id, username, iso(created_at) as created_at, role`;

export async function countAccounts(db: Db, filter: Filter): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from accounts ${matching(db, filter)}`;
  return row.count;
}

/** Newest first. @param page from 1 */
export async function pageOfAccounts(
  db: Db,
  filter: Filter,
  page: number,
  size: number,
): Promise<ManagedAccount[]> {
  return await db<ManagedAccount[]>`
    select ${accountColumns(db)}, is_duplicate, disabled, group_id as group from accounts ${matching(db, filter)}
    order by accounts.created_at desc, username ${pageAt(db, (page - 1) * size, size)}`;
}

export const withoutFlags = ({ id, username, created_at, role }: ManagedAccount): Account => ({
  id,
  username,
  created_at,
  role,
});

export async function managedAccount(db: Db, id: number): Promise<ManagedAccount | undefined> {
  const [row] = await db<ManagedAccount[]>`
    select ${accountColumns(db)}, is_duplicate, disabled, group_id as group from accounts where id = ${id}::bigint`;
  return row;
}

/** @returns the previous value */
export async function setRegistration(db: Db, registration: Registration): Promise<Registration> {
  const [row] = await db<[{ before: Registration }]>`
    with old as (select registration from site_settings for update)
    update site_settings set registration = ${registration} from old returning old.registration as before`;
  return row.before;
}

/** Also deletes invitations used or expired 30 days ago. @returns its id */
export async function setMembersInvite(db: Db, allowed: boolean): Promise<boolean> {
  const [row] = await db<[{ before: boolean }]>`
    with old as (select members_invite from site_settings for update)
    update site_settings set members_invite = ${allowed} from old returning old.members_invite as before`;
  return row.before;
}

/** Has the worker remove the sample. @returns false if there is none */
export async function removeSample(db: Db): Promise<boolean> {
  const { count } = await db`update site_settings set sample = 'removing' where sample = 'loaded'`;
  if (count > 0) await db`select pg_notify('roost_jobs', 'sample')`;
  return count > 0;
}

export async function countAudit(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from audit_log`;
  return row.count;
}

/** Newest first. */
export async function auditEntries(db: Db, offset: number, limit: number): Promise<ListedAuditEntry[]> {
  return await db<ListedAuditEntry[]>`
    select l.id, iso(l.created_at) as created_at, a.username as actor, l.kind, l.subject, named.contents,
      l.before, l.after, l.reason, coalesce(s.username, g.name) as name
    from audit_log l left join accounts a on a.id = l.actor
      left join accounts s on l.subject = 'account ' || s.id left join groups g on l.subject = 'group ' || g.id
      ${joinContents(db)}
    order by l.id desc ${pageAt(db, offset, limit)}`;
}

export async function countDamagedFiles(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from damaged_files`;
  return row.count;
}

/** Oldest first. */
export async function damagedFiles(db: Db, offset: number, limit: number): Promise<DamagedFile[]> {
  return await db<DamagedFile[]>`
    select '/' || left(hash, 2) || '/' || substr(hash, 3, 2) || '/' || hash || ext as path, fault, size, iso(found_at) as found_at
    from damaged_files join files using (hash) order by damaged_files.found_at, hash ${pageAt(db, offset, limit)}`;
}

export async function scrubState(db: Db): Promise<Pick<Scrub, "checked" | "total" | "finished_at">> {
  const [row] = await db<[Pick<Scrub, "checked" | "total" | "finished_at">]>`
    select checked, (select count(*) from files) as total, iso(finished_at) as finished_at from scrubs where id = 'files'`;
  return row;
}
