/** Lookups of several texts. Dexie's own `anyOf` walks them in order, which encrypted texts do not have. */
import type { Table } from "dexie";

/** @returns distinct primary keys of the rows that have one of the values in the index */
export async function keysWithAny<K, T, I>(
  table: Table<T, K, I>,
  index: string,
  values: Iterable<string>,
): Promise<K[]> {
  const found = await Promise.all(
    [...new Set(values)].map((value) => table.where(index).equals(value).primaryKeys()),
  );
  return distinct(found.flat());
}

/** @returns distinct rows that have one of the values in the index */
export async function rowsWithAny<K, T, I>(
  table: Table<T, K, I>,
  index: string,
  values: Iterable<string>,
): Promise<T[]> {
  const rows = await table.bulkGet(await keysWithAny(table, index, values));
  return rows.filter((row) => row !== undefined);
}

/** Keys may be arrays. */
const distinct = <K>(keys: K[]): K[] => [...new Map(keys.map((key) => [String(key), key])).values()];
