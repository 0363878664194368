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
  archive: Promise<T>;
}

export interface GroupArchives<T> {
  /** @throws GroupRoleError */
  get(group: Group): Promise<T>;
}

/** @param open makes a group's archive on its pool; called once for each version of its rules */
export function groupArchives<T>(
  url: string,
  owner: Sql,
  open: (sql: Sql, group: number) => T,
): GroupArchives<T> {
  const archives = new Map<number, Opened<T>>();
  const start = ({ id, version }: Group): Opened<T> => {
    const sql = openDatabase(url, {
      group: id,
      max: MAX_CONNECTIONS,
      name: "roost-group",
      statementTimeout: STATEMENT_TIMEOUT_MS,
    });
    const archive = ensureGroupRole(owner).then(() => open(sql, id));
    const opened = { version, sql, archive };
    archive.catch(() => {
      if (archives.get(id) === opened) archives.delete(id); // the next request tries again
    });
    return opened;
  };
  return {
    async get(group) {
      const known = archives.get(group.id);
      // An older version is of a request that was on its way when the rules changed: the policies read the present ones.
      if (known !== undefined && known.version >= group.version) return await known.archive;
      const opened = start(group);
      archives.set(group.id, opened);
      if (known !== undefined) setTimeout(() => known.sql.end(), CLOSE_DELAY_MS).unref();
      return await opened.archive;
    },
  };
}
