/** The database role of groups' connections, shared by all archives of a PostgreSQL server. */
import { type Db, GROUP_ROLE } from "../db/client.ts";
import { ExpectedError } from "../expected-error.ts";

const DUPLICATES = new Set(["42710", "23505", "XX000"]);
const NOT_ALLOWED = "42501";

/** The role is missing, and the archive's own may not create it. */
export class GroupRoleError extends ExpectedError {
  override name = "GroupRoleError";
  constructor(user: string) {
    super(
      `Groups need the database role ${GROUP_ROLE}, which ${user} may not create. As an administrator of PostgreSQL run: create role ${GROUP_ROLE}; grant ${GROUP_ROLE} to ${user};`,
    );
  }
}

/**
 * Creates the role if it is missing, and grants it all tables, of which row-level security hides rows.
 * @throws GroupRoleError
 */
export async function ensureGroupRole(db: Db): Promise<void> {
  const role = db.unsafe.bind(db);
  const [row] = await db<[{ user: string; exists: boolean }]>`
    select current_user::text as user, exists (select from pg_roles where rolname = ${GROUP_ROLE}) as exists`;
  try {
    // Two archives on one server may do this at once; the second then finds what the first made.
    if (!row.exists) await role(`create role ${GROUP_ROLE} nologin`).catch(ignoreDuplicate);
    const [{ member }] = await db<[{ member: boolean }]>`
      select pg_has_role(current_user, ${GROUP_ROLE}, 'member') as member`;
    if (!member) await role(`grant ${GROUP_ROLE} to current_user`).catch(ignoreDuplicate);
  } catch (error) {
    if (codeOf(error) === NOT_ALLOWED) throw new GroupRoleError(row.user);
    throw error;
  }
  const [{ schema }] = await db<[{ schema: string }]>`select quote_ident(current_schema) as schema`;
  await role(`grant usage on schema ${schema} to ${GROUP_ROLE}`);
  await role(`grant select, insert, update, delete on all tables in schema ${schema} to ${GROUP_ROLE}`);
  await role(`grant usage, select on all sequences in schema ${schema} to ${GROUP_ROLE}`);
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

function ignoreDuplicate(error: unknown): void {
  if (!DUPLICATES.has(String(codeOf(error)))) throw error;
}
