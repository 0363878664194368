/** Content hidden by a takedown that may still be undone, with the reason; and files known to be damaged. */
import { type Changes, withTimeout } from "../db/changes.ts";
import type { Db, Sql } from "../db/client.ts";

/** Path parameters of a request. */
interface RequestParams {
  service?: string;
  id?: string;
  post?: string;
  hash?: string;
}

export async function isWithheld(db: Db, { service, id, post, hash }: RequestParams): Promise<boolean> {
  if (hash !== undefined) return (await heldFiles(db, hash))[0]?.kind === "takedown";
  if (service === undefined || id === undefined) return false;
  const [row] = await db<[{ found: boolean }]>`
    select exists (
      select from takedowns where held and kind = 'takedown' and service = ${service} and "user" = ${id}
        and share is null and comment is null and (post is null or post = ${post ?? null})
    ) as found`;
  return row.found;
}

/** `takedown`: answered with the reason; `hidden`: by moderators, answered as not found; `damaged`: checked first. */
export type Withheld = "takedown" | "hidden" | "damaged";

const heldFiles = (db: Db, hash?: string) => db<{ hash: string; kind: Withheld }[]>`
  select r.hash, t.kind from removed_files r join takedowns t on t.seq = r.takedown
  where r.held ${hash === undefined ? db`` : db`and r.hash = ${hash}`}`;

/** Longest wait for a fresh list; then the last one is used. */
const WAIT_MS = 1_000;
const READ_TIMEOUT_MS = 10_000;

/** Withheld files by hash, read again after every change. */
export class WithheldFiles {
  readonly #sql: Sql;
  readonly #changes: Changes;
  #files: ReadonlyMap<string, Withheld> | undefined;
  #version: number | undefined;
  /** The running read and its start. */
  #running: Promise<void> = Promise.resolve();
  #startedAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  /** The read after it. */
  #next: Promise<void> | undefined;

  constructor(sql: Sql, changes: Changes) {
    this.#sql = sql;
    this.#changes = changes;
  }

  /** Uses the last known list if the database does not answer. @returns undefined if it is served @throws if it never has */
  async find(hash: string): Promise<Withheld | undefined> {
    const version = this.#changes.version("removed_files");
    if (version === undefined || version !== this.#version) await this.#refresh();
    return this.#files?.get(hash);
  }

  async #refresh(): Promise<void> {
    if (this.#files === undefined) return await this.#nextRead();
    const isHanging = this.#isReading && performance.now() - this.#startedAt > WAIT_MS;
    if (!isHanging) await withTimeout(WAIT_MS, this.#nextRead()).catch(() => {});
  }

  /** Reads after the running read: only a read that starts after a request is certain to show what it must. */
  #nextRead(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#running = withTimeout(READ_TIMEOUT_MS, this.#read()).finally(() => {
          this.#isReading = false;
        });
        return this.#running;
      });
    return this.#next;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#startedAt = performance.now();
    const version = this.#changes.version("removed_files");
    const damaged = await this.#sql<
      { hash: string }[]
    >`select hash from damaged_files where fault = 'damaged'`;
    const held = await heldFiles(this.#sql);
    this.#files = new Map<string, Withheld>([
      ...damaged.map(({ hash }): [string, Withheld] => [hash, "damaged"]),
      ...held.map(({ hash, kind }): [string, Withheld] => [hash, kind]),
    ]);
    this.#version = version;
  }
}
