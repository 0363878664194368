/**
 * Pagination in SQL that is planned once. With `limit $1 offset $2` PostgreSQL plans every call again, which takes
 * longer than reading a page, because its plan for any limit would read the whole table. So limits are written into the
 * text, in few sizes, and the offset into a subquery (decision 0010).
 */
import type { Db } from "./client.ts";

/** A whole number in the text of a query; each value makes a separate statement. */
export const fixed = (sql: Db, bound: number) => sql.unsafe(String(Math.trunc(bound)));

/** Page of `size` rows at the offset; append it to a list limited by `depthBound`. */
export const pageAt = (sql: Db, offset: number, size: number) =>
  sql`limit ${fixed(sql, size)} offset (select ${offset}::bigint)`;

/** Upper bound of a page's depth in a list, so that the planner does not assume a share of the table. */
export const depthBound = (sql: Db, offset: number, size: number) =>
  fixed(sql, [1_000, 10_000, 100_000].find((bound) => offset + size <= bound) ?? 1_000_000_000);
