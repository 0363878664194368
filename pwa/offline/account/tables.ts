/** Lists the tables that hold account data. */
import { offlineDb, type TableName } from "../db/db.ts";

/**
 * Every table is listed: a missing entry is a type error. The other tables hold public content or the device's own
 * data.
 */
const IS_ACCOUNT_DATA: Record<TableName, boolean> = {
  account: true,
  queue: true,
  uploads: true,
  sync: true,
  posts: false,
  revisions: false,
  comments: false,
  creators: false,
  dms: false,
  lists: false,
  answers: false,
  saved: false,
  files: false,
  parts: false,
  changes: false,
  segments: false,
  gone: false,
  state: false,
  owned: false,
  lookups: false,
  savedSearches: false,
  recentSearches: false,
  collections: false,
  labels: false,
  notes: false,
  autoSaves: false,
};

/** Empties the tables of the account, all or none. */
export async function clearAccountTables(): Promise<void> {
  const db = offlineDb();
  const tables = db.tables.filter(({ name }) => IS_ACCOUNT_DATA[name as TableName]);
  await db.transaction("rw", tables, async (transaction) => {
    for (const { name } of tables) await transaction.table(name).clear();
  });
}
