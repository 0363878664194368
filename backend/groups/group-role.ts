/** The database role of groups' connections, shared by all archives of a PostgreSQL server. */
import { GROUP_ROLE, type Sql } from "../db/client.ts";
import { GROUP_ROLE_LOCK } from "../db/locks.ts";
import { transaction } from "../db/tx.ts";
import { ExpectedError } from "../expected-error.ts";

/** Codes of what another archive's process has just done: duplicate object or key, concurrent update of the catalog. */
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
export async function ensureGroupRole(sql: Sql): Promise<void> {
  const [row] = await sql<[{ user: string; exists: boolean }]>`
    select current_user::text as user, exists (select from pg_roles where rolname = ${GROUP_ROLE}) as exists`;
  try {
    // Two archives on one server may do this at once; the second then finds what the first made.
    if (!row.exists) await sql.unsafe(`create role ${GROUP_ROLE} nologin`).catch(ignoreDuplicate);
    const [{ member }] = await sql<[{ member: boolean }]>`
      select pg_has_role(current_user, ${GROUP_ROLE}, 'member') as member`;
    if (!member) await sql.unsafe(`grant ${GROUP_ROLE} to current_user`).catch(ignoreDuplicate);
  } catch (error) {
    if (codeOf(error) === NOT_ALLOWED) throw new GroupRoleError(row.user);
    throw error;
  }
  await transaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${GROUP_ROLE_LOCK})`;
    const [{ schema }] = await tx<[{ schema: string }]>`select quote_ident(current_schema) as schema`;
    await tx.unsafe(`grant usage on schema ${schema} to ${GROUP_ROLE}`);
    await tx.unsafe(
      `grant select, insert, update, delete on all tables in schema ${schema} to ${GROUP_ROLE}`,
    );
    await tx.unsafe(`grant usage, select on all sequences in schema ${schema} to ${GROUP_ROLE}`);
  });
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

function ignoreDuplicate(error: unknown): void {
  if (!DUPLICATES.has(String(codeOf(error)))) throw error;
}
