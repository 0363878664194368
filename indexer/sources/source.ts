/** Reads the rows of an index from the database: by key, or all of them in key order. */
import type { Db } from "#backend/db/client.ts";
import type { Built, RowKey } from "../documents.ts";

export interface Source {
  /** Rows that have a document. Others are omitted: deleted, hidden, or of a hidden creator. */
  load(db: Db, keys: readonly RowKey[]): Promise<Built[]>;
  /** Up to `limit` rows that have a document, after a key, in key order. */
  page(db: Db, after: RowKey, limit: number): Promise<Built[]>;
  /** Number of rows that have a document, or would have one if the engine accepted it. */
  count(db: Db): Promise<number>;
}

/** Arrays for `unnest`. */
export function columns(keys: readonly RowKey[]): { services: string[]; ids: string[] } {
  return { services: keys.map((key) => key.service), ids: keys.map((key) => key.id) };
}

/** Unix seconds of a date; 0 for null. */
export function seconds(at: Date | null): number {
  return at === null ? 0 : Math.floor(at.getTime() / 1000);
}
