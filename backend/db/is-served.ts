import type { Db } from "./client.ts";

/** Condition on a row of `files` named `f`: no removal holds it back. */
export const isServed = (sql: Db) => sql`not exists (select from removed_files r where r.hash = f.hash)`;
