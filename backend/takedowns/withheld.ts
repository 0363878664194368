/** Content hidden by a takedown that may still be undone: requests for it return the reason. */
import type { Changes } from "../db/changes.ts";
import type { Db, Sql } from "../db/client.ts";

/** Path parameters of a request. */
interface RequestParams {
  service?: string;
  id?: string;
  post?: string;
  hash?: string;
}

export async function isWithheld(db: Db, { service, id, post, hash }: RequestParams): Promise<boolean> {
  if (hash !== undefined) return (await heldHashes(db, hash)).length > 0;
  if (service === undefined || id === undefined) return false;
  const [row] = await db<[{ found: boolean }]>`
    select exists (
      select from takedowns where held and kind = 'takedown' and service = ${service} and "user" = ${id}
        and share is null and comment is null and (post is null or post = ${post ?? null})
    ) as found`;
  return row.found;
}

const heldHashes = (db: Db, hash?: string) => db<{ hash: string }[]>`
  select hash from removed_files where held ${hash === undefined ? db`` : db`and hash = ${hash}`}`;

/** Hashes of withheld files, read again after every change. */
export class WithheldFiles {
  readonly #sql: Sql;
  readonly #changes: Changes;
  #hashes: ReadonlySet<string> = new Set();
  #version: number | undefined;

  constructor(sql: Sql, changes: Changes) {
    this.#sql = sql;
    this.#changes = changes;
  }

  /** Uses the last known state while the database is unavailable. */
  async has(hash: string): Promise<boolean> {
    const version = this.#changes.version("removed_files");
    if (version === undefined || version !== this.#version)
      try {
        const rows = await heldHashes(this.#sql, version === undefined ? hash : undefined);
        if (version === undefined) return rows.length > 0;
        this.#hashes = new Set(rows.map((row) => row.hash));
        this.#version = version;
      } catch {
        // Files are sent without the database too.
      }
    return this.#hashes.has(hash);
  }
}
