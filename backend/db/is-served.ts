import type { Db } from "./client.ts";

/** Condition on a row of `files` named `f`: not withheld by any removal. */
export const isServed = (sql: Db) => sql`not exists (select from removed_files r where r.hash = f.hash)`;
