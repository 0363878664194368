/**
 * Pages of a list in SQL that is planned once. With `limit $1 offset $2` PostgreSQL plans every call again, for longer
 * than a page takes to read: its plan for any limit would read the whole table. So bounds stand in the text, in few
 * sizes, and the offset in a query of its own (decision 0010).
 */
import type { Db } from "./client.ts";

/** A whole number in the text of a query; each value is a statement of its own. */
export const fixed = (sql: Db, bound: number) => sql.unsafe(String(Math.trunc(bound)));

/** The page of `size` rows at the offset; put it behind a list that `within` has bounded. */
export const pageAt = (sql: Db, offset: number, size: number) =>
  sql`limit ${fixed(sql, size)} offset (select ${offset}::bigint)`;

/** Upper bound of a page's depth in a list, so that the planner never takes it for a share of the table. */
export const within = (sql: Db, offset: number, size: number) =>
  fixed(sql, [1_000, 10_000, 100_000].find((bound) => offset + size <= bound) ?? 1_000_000_000);
