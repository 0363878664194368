/** One attempt at an import: its lease, its logs, and what it writes, all of it fenced by the number of the attempt. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { notify } from "#backend/accounts/notify.ts";
import type { Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import type { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import type { ImportState } from "#shared/rules/importer.ts";
import type { Service } from "#shared/services/index.ts";
import { Logs } from "./logs.ts";
import type { ImporterKey } from "./private-key.ts";
import { Records } from "./records.ts";
import { unseal } from "./sealing.ts";

export const LEASE_SECONDS = 30;
const HEARTBEATS = 6; // in a lease
/** Before the second, third, ... attempt, in seconds. */
const BACKOFF = [60, 300, 900, 3_600];
const MAX_REASON = 500;

export interface ConnectorJob {
  service: Service;
  key: string;
  /** What else the form asks for. */
  inputs: Record<string, string>;
  state?: unknown;
  dms: boolean;
}

export interface ConnectorRun {
  job: ConnectorJob;
  /** Its own for this run. */
  folder: string;
  signal: AbortSignal;
  onRecord(record: Found, downloads: Downloads): Promise<void>;
  /** Without the key. */
  onLog(line: string): void;
  onState(state: unknown): Promise<void>;
}

export type ConnectorResult =
  | { kind: "done" | "invalid_key"; reason?: string }
  | { kind: "failed"; reason: string };

export interface Connector {
  name: string;
  run(options: ConnectorRun): Promise<ConnectorResult>;
}

export interface ImporterOptions {
  sql: Sql;
  storage: FileStorage;
  /** The data folder. */
  data: string;
  key: ImporterKey;
  connectors: ReadonlyMap<Service, Connector>;
  log: Logger;
  signal: AbortSignal;
  /** Seconds after which an import of a dead process is taken over. */
  lease?: number;
}

/** An import that this process has claimed. */
export interface Claimed {
  id: string;
  service: Service;
  account: number | null;
  service_key: number | null;
  priority: number;
  key_hash: Buffer;
  sealed: Buffer;
  save_dms: boolean;
  attempt: number;
  retry_count: number;
}

/** Another process has the import by now, or it was canceled or deleted. */
export class LostImportError extends Error {
  override name = "LostImportError";
}

export class Attempt implements AsyncDisposable {
  readonly #options: ImporterOptions;
  readonly #claimed: Claimed;
  readonly #lost = new AbortController();
  readonly signal: AbortSignal;
  readonly #logs: Logs;
  readonly #records: Records;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #lease: number;
  #leasedUntil: number;

  constructor(options: ImporterOptions, claimed: Claimed) {
    this.#options = options;
    this.#claimed = claimed;
    this.#lease = options.lease ?? LEASE_SECONDS;
    this.#leasedUntil = performance.now() + this.#lease * 1_000;
    this.signal = AbortSignal.any([options.signal, this.#lost.signal]);
    const { sql, storage, data } = options;
    this.#logs = new Logs(sql, claimed.id, this.fence);
    this.#records = new Records({
      sql,
      storage,
      data,
      importId: claimed.id,
      dmsOf: claimed.save_dms ? claimed.account : null,
      fence: this.fence,
      onProblem: (path, reason) => this.#logs.add(`Left out ${path}: ${reason}`),
    });
    this.#heartbeat = setInterval(() => void this.#beat(), (this.#lease * 1_000) / HEARTBEATS);
  }

  /** Locks the import to the end of the transaction, so that no other process can claim it before. @throws LostImportError */
  readonly fence = async (tx: Tx): Promise<void> => {
    const { id, attempt } = this.#claimed;
    const { count } = await tx`
      select from imports where id = ${id} and attempt = ${attempt} and state = 'running' for share`;
    if (count > 0) return;
    const error = new LostImportError("The import was canceled or taken over.");
    this.#lost.abort(error);
    throw error;
  };

  /** Ends with the import finished, failed or waiting for its next attempt, or with nothing where it was lost. */
  async run(): Promise<void> {
    try {
      const result = await this.#connect();
      await this.#records.flush();
      await this.#logs.flush();
      if (this.#lost.signal.aborted) return;
      if (this.#options.signal.aborted) await this.#release();
      else if (result.kind === "failed") await this.#retry(result.reason);
      else await this.#finish(result.kind, null);
    } catch (error) {
      if (error instanceof LostImportError || this.#lost.signal.aborted) return;
      if (this.#options.signal.aborted) return await this.#release();
      this.#options.log.error({ err: error, import: this.#claimed.id }, "import");
      await this.#retry("The archive could not store what came.");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat);
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #folder(): string {
    return join(this.#options.data, "importer", `${this.#claimed.id}-${this.#claimed.attempt}`);
  }

  async #connect(): Promise<ConnectorResult> {
    const { service, sealed, save_dms } = this.#claimed;
    const { connectors, key } = this.#options;
    const connector = connectors.get(service);
    if (connector === undefined) return { kind: "failed", reason: "There is no connector any more." };
    const { session_key = "", ...inputs } = unseal(key.privateKey, service, sealed);
    this.#logs.add(`Attempt ${this.#claimed.attempt} with ${connector.name}.`);
    return await connector.run({
      job: { service, key: session_key, inputs, dms: save_dms, ...(await this.#state()) },
      folder: this.#folder,
      signal: this.signal,
      onRecord: (record, downloads) => this.#records.add(record, downloads),
      onLog: (line) => this.#logs.add(line),
      onState: (state) => this.#saveState(state),
    });
  }

  async #state(): Promise<{ state?: unknown }> {
    const { service, key_hash } = this.#claimed;
    const [row] = await this.#options.sql<{ state: unknown }[]>`
      select state from connector_states where service = ${service} and key_hash = ${key_hash}`;
    return row ?? {};
  }

  /** After everything that came before it. */
  async #saveState(state: unknown): Promise<void> {
    await this.#records.flush();
    const { service, key_hash } = this.#claimed;
    await transaction(this.#options.sql, async (tx) => {
      await tx`
        insert into connector_states (service, key_hash, state) values (${service}, ${key_hash}, ${tx.json(state as never)})
        on conflict (service, key_hash) do update set state = excluded.state, changed_at = now()`;
      await this.fence(tx);
    });
  }

  async #beat(): Promise<void> {
    const { id, attempt } = this.#claimed;
    const sent = performance.now();
    try {
      const { count } = await this.#options.sql`
        update imports set lease_until = now() + ${this.#lease} * interval '1 second', sub_count = greatest(sub_count, ${this.#records.creators})
        where id = ${id} and attempt = ${attempt} and state = 'running'`;
      if (count === 0) this.#lost.abort(new LostImportError("The import was canceled or taken over."));
      else this.#leasedUntil = sent + this.#lease * 1_000;
      await this.#logs.flush();
    } catch {
      // The database is away: without a lease the key is not used any longer.
      if (performance.now() > this.#leasedUntil)
        this.#lost.abort(new LostImportError("The lease has ended."));
    }
  }

  async #retry(reason: string): Promise<void> {
    const { id, attempt, retry_count } = this.#claimed;
    const wait = BACKOFF[retry_count];
    if (wait === undefined) return await this.#finish("failed", reason);
    await this.#options.sql`
      update imports set state = 'queued', reason = ${reason.slice(0, MAX_REASON)}, retry_count = retry_count + 1, lease_until = null,
        resuming_at = now() + ${wait} * (0.8 + 0.4 * random()) * interval '1 second', ${this.#counts()}
      where id = ${id} and attempt = ${attempt} and state = 'running'`;
  }

  /** This process ends; another goes on at once. */
  async #release(): Promise<void> {
    const { id, attempt } = this.#claimed;
    await this.#options.sql`
      update imports set state = 'queued', lease_until = null, ${this.#counts()}
      where id = ${id} and attempt = ${attempt} and state = 'running'`;
  }

  #counts() {
    const { sql } = this.#options;
    const { creators, added } = this.#records;
    return sql`sub_count = greatest(sub_count, ${creators}), added = added + ${added}`;
  }

  async #finish(
    state: Extract<ImportState, "done" | "failed" | "invalid_key">,
    reason: string | null,
  ): Promise<void> {
    const { id, attempt, service_key } = this.#claimed;
    const isKeyInvalid = state === "invalid_key";
    await transaction(this.#options.sql, async (tx) => {
      // Only a failed import can be tried again, for which its key stays for less than a day.
      const { count } = await tx`
        update imports set state = ${state}, reason = ${reason?.slice(0, MAX_REASON) ?? null}, finished_at = now(), lease_until = null,
          key_failed_at = case when ${isKeyInvalid} then now() end,
          sealed = case when ${state === "failed"} then sealed end, ${this.#counts()}
        where id = ${id} and attempt = ${attempt} and state = 'running'`;
      if (count === 0) throw new LostImportError("The import was canceled or taken over.");
      if (isKeyInvalid && service_key !== null)
        await tx`update service_keys set dead = true, auto_import = false, next_import_at = null where id = ${service_key}`;
      await this.#notify(tx, state);
    });
  }

  async #notify(tx: Tx, state: "done" | "failed" | "invalid_key"): Promise<void> {
    const { account, id, service, service_key, priority } = this.#claimed;
    if (account === null) return;
    const extra = { import_id: id, service };
    if (this.#records.pending > 0) await notify(tx, [account], NOTIFICATION_TYPES.dms_waiting, extra);
    if (state === "invalid_key" && service_key !== null)
      await notify(tx, [account], NOTIFICATION_TYPES.key_died, extra);
    else if (state !== "done") await notify(tx, [account], NOTIFICATION_TYPES.import_failed, extra);
    else if (priority >= 0 || this.#records.added > 0)
      await notify(tx, [account], NOTIFICATION_TYPES.import_finished, extra);
  }
}
