/** Imports a connector's records while it runs: posts like downloads, direct messages as pending DMs. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { withoutTakenDown } from "#backend/imports/bundle/takedown-filter.ts";
import { checkLine, type Row } from "#backend/imports/bundle/validate.ts";
import { creatorOf } from "#backend/imports/creators.ts";
import type { Downloads } from "#backend/imports/formats/lib/folder.ts";
import { type Found, type LocalFile, ReadError } from "#backend/imports/formats/lib/format.ts";
import { filesOf } from "#backend/imports/formats/lib/recognize.ts";
import { type ImportSummary, importRecords } from "#backend/imports/import.ts";

const BATCH = 200;

export interface RecordsOptions {
  sql: Sql;
  storage: FileStorage;
  /** The data folder. */
  data: string;
  importId: string;
  /** Owner of the direct messages; null skips them. */
  dmsOf: number | null;
  /** Throws if another process has taken over the import. */
  fence: (tx: Tx) => Promise<void>;
  onProblem: (path: string, reason: string) => void;
}

export class Records {
  readonly #options: RecordsOptions;
  #waiting: Found[] = [];
  #downloads: Downloads | undefined;
  readonly #creators = new Set<string>();
  /** New posts and messages. */
  added = 0;
  /** New DMs pending approval. */
  pending = 0;

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /** Number of creators with imported records. */
  get creators(): number {
    return this.#creators.size;
  }

  /** Stores a record with files immediately: its files are deleted when the connector ends. */
  async add(found: Found, downloads: Downloads): Promise<void> {
    const creator = creatorOf(found.entity, found.fields);
    if (creator !== undefined) this.#creators.add(JSON.stringify([creator.service, creator.id]));
    if (found.entity === "dms") {
      await this.#addDm(found, downloads);
      return;
    }
    this.#downloads = downloads;
    this.#waiting.push(found);
    if (filesOf(found).length > 0 || this.#waiting.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const { sql, storage, fence, onProblem } = this.#options;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0 || this.#downloads === undefined) return;
    const records = (async function* () {
      yield* batch;
    })();
    const downloads = this.#downloads;
    this.#count(await importRecords({ sql, storage, downloads, records, isFetched: true, fence, onProblem }));
  }

  #count({ added }: ImportSummary): void {
    this.added += (added.posts ?? 0) + (added.discord_messages ?? 0);
  }

  /** Stores a DM outside the tables that lists, search and exports read, and its files outside served storage. */
  async #addDm(found: Found & { entity: "dms" }, downloads: Downloads): Promise<void> {
    const { sql, dmsOf, importId, fence, onProblem } = this.#options;
    if (dmsOf === null) return;
    const { file: _, attachments: __, ...record } = found.fields;
    const checked = checkLine("dms", JSON.stringify(record));
    if (!("fields" in checked)) {
      onProblem(found.from, checked.reason);
      return;
    }
    const { fields } = checked;
    const isAllowed = await this.#isAllowed({ line: 0, fields });
    if (!isAllowed) {
      onProblem(found.from, "taken down");
      return;
    }
    const files = await this.#copyFiles(filesOf(found), downloads);
    const isNew = await transaction(sql, async (tx) => {
      const { count } = await tx`
        insert into pending_dms (account, service, hash, import, "user", fields, files)
        select ${dmsOf}, ${fields["service"] as string}, ${fields["hash"] as string}, ${importId}, ${fields["user"] as string},
          ${tx.json(fields as never)}, ${tx.json(files as never)}
        where not exists (select from dms where hash = ${fields["hash"] as string})
        on conflict do nothing`;
      await fence(tx);
      return count > 0;
    });
    if (isNew) this.pending += 1;
    else await this.#remove(files);
  }

  async #remove(files: { path: string }[]): Promise<void> {
    for (const { path } of files) await rm(join(pendingFolder(this.#options.data), path), { force: true });
  }

  async #isAllowed(row: Row): Promise<boolean> {
    const { sql } = this.#options;
    const owner = { line: 0, fields: { ...creatorOf("dms", row.fields) } };
    const [own, creator] = await Promise.all([
      withoutTakenDown(sql, "dms", [row], () => {}),
      withoutTakenDown(sql, "creators", [owner], () => {}),
    ]);
    return own.length > 0 && creator.length > 0;
  }

  async #copyFiles(files: LocalFile[], downloads: Downloads): Promise<{ name: string; path: string }[]> {
    const { data, importId, onProblem } = this.#options;
    const copied: { name: string; path: string }[] = [];
    for (const { entry, name } of files) {
      const path = `${importId}/${randomUUID()}`;
      try {
        const { handle } = await downloads.openFile(entry.path);
        await mkdir(join(pendingFolder(data), importId), { recursive: true, mode: 0o700 });
        await pipeline(
          handle.createReadStream(),
          createWriteStream(join(pendingFolder(data), path), { mode: 0o600 }),
        );
        copied.push({ name, path });
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        onProblem(entry.path, error.message);
      }
    }
    return copied;
  }
}

/** Folder of files of pending DMs. */
export const pendingFolder = (data: string) => join(data, "pending-dms");
