/**
 * The archive as a group of accounts sees it (docs/decisions/0073-groups.md): routes with a pool, an engine filter and caches of
 * their own, so that no answer is shared with those who see more.
 */
import { openDatabase, type Sql } from "../db/client.ts";
import { ensureGroupRole } from "./group-role.ts";

/** Connections of a group: its accounts are few. */
const MAX_CONNECTIONS = 4;
/** Statement timeout in milliseconds, as of the server's other statements. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Milliseconds after which an earlier version's pool has no request left: longer than the deadline of handlers. */
const CLOSE_DELAY_MS = 60_000;

/** The group of an account. */
export interface Group {
  id: number;
  /** Raised by each change of its rules: another version is another archive. */
  version: number;
}

interface Opened<T> {
  version: number;
  sql: Sql;
  archive: T;
}

/**
 * Opens a group's archive at its first request, and again after each change of its rules.
 * @param open makes an archive on the group's pool
 * @returns a function that rejects with GroupRoleError
 */
export function groupArchives<T>(
  url: string,
  owner: Sql,
  open: (sql: Sql, group: number) => T,
): (group: Group) => Promise<T> {
  const archives = new Map<number, Opened<T>>();
  let role: Promise<void> | undefined;
  /** Once per process: the grants lock every table in the catalog. */
  const ensureRole = () => {
    role ??= ensureGroupRole(owner).catch((error: unknown) => {
      role = undefined; // the next request tries again
      throw error;
    });
    return role;
  };
  return async ({ id, version }) => {
    await ensureRole();
    const known = archives.get(id);
    // An older version is of a request that was on its way when the rules changed: the policies read the present ones.
    if (known !== undefined && known.version >= version) return known.archive;
    const sql = openDatabase(url, {
      group: id,
      max: MAX_CONNECTIONS,
      name: "roost-group",
      statementTimeout: STATEMENT_TIMEOUT_MS,
    });
    const archive = open(sql, id);
    archives.set(id, { version, sql, archive });
    if (known !== undefined) setTimeout(() => known.sql.end(), CLOSE_DELAY_MS).unref();
    return archive;
  };
}
