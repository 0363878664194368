/** One attempt at an import: its logs, its state, and the records it writes, all fenced by its job. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { notify } from "#backend/accounts/notify.ts";
import type { Fragment, Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import type { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { type Job, type JobRow, Requeue } from "#backend/jobs/job.ts";
import type { Failure, Attempt as JobAttempt } from "#backend/jobs/kind.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import { HUMAN_CHECK, type ImportState } from "#shared/rules/importer.ts";
import type { Service } from "#shared/services/index.ts";
import type { RunResult } from "./connector.ts";
import { Logs } from "./logs.ts";
import type { ImporterKey } from "./private-key.ts";
import { Records } from "./records.ts";
import { unseal } from "./sealing.ts";
import { Turn } from "./turn.ts";

const MAX_REASON = 500;
const MAX_MISSING_FILES = 1_000;

export interface ConnectorJob {
  service: Service;
  key: string;
  /** Additional form fields. */
  inputs: Record<string, string>;
  state?: unknown;
  dms: boolean;
}

export interface ConnectorRun {
  job: ConnectorJob;
  /** Working folder of this run. */
  folder: string;
  signal: AbortSignal;
  onRecord(record: Found, downloads: Downloads): Promise<void>;
  /** Without the key. */
  onLog(line: string): void;
  onMissing(file: string): void;
  onState(state: unknown): Promise<void>;
}

export interface Connector {
  name: string;
  run(options: ConnectorRun): Promise<RunResult>;
}

export interface ImporterOptions {
  sql: Sql;
  storage: FileStorage;
  /** The data folder. */
  data: string;
  key: ImporterKey;
  connectors: ReadonlyMap<Service, Connector>;
  /** Seconds before an import yields to waiting ones. */
  turnSeconds?: number;
}

export interface ImportRow extends JobRow {
  service: Service;
  account: number | null;
  service_key: number | null;
  priority: number;
  key_hash: Buffer;
  sealed: Buffer;
  save_dms: boolean;
  sub_count: number;
  added: number;
}

/** A failed attempt with a reason for people. */
export class AttemptError extends Error {
  override name = "AttemptError";
  readonly failure: Failure;
  constructor(reason: string, more: Partial<Failure> = {}) {
    super(reason);
    this.failure = { reason, isFinal: false, ...more };
  }
}

interface AttemptOptions extends ImporterOptions {
  /** Condition for imports `j` that could run instead of this one. */
  others: Fragment;
}

export class Attempt implements JobAttempt {
  readonly #options: AttemptOptions;
  readonly #job: Job<ImportRow>;
  readonly #turn: Turn;
  readonly #logs: Logs;
  readonly #records: Records;
  /** Missing files of this attempt, which requests those of earlier attempts again. */
  readonly #missing = new Set<string>();

  constructor(options: AttemptOptions, job: Job<ImportRow>) {
    this.#options = options;
    this.#job = job;
    const { sql, storage, data, others, turnSeconds: seconds } = options;
    this.#turn = new Turn({ sql, others, seconds });
    const { id, save_dms, account } = job.row;
    this.#logs = new Logs(sql, id, job.fence);
    this.#records = new Records({
      sql,
      storage,
      data,
      importId: id,
      dmsOf: save_dms ? account : null,
      fence: job.fence,
      onProblem: (path, reason) => this.#logs.add(`Left out ${path}: ${reason}`),
    });
    // Totals over all attempts.
    job.progress = () => ({
      sub_count: Math.max(job.row.sub_count, this.#records.creators),
      added: job.row.added + this.#records.added,
    });
    job.onHeartbeat = async () => {
      await this.#logs.flush();
      await this.#turn.check();
    };
  }

  /** @throws AttemptError, Requeue at the end of a turn, JobLostError */
  async run(): Promise<void> {
    try {
      const result = await this.#connect();
      await this.#records.flush();
      await this.#logs.flush();
      if (result.kind === "failed" && this.#turn.signal.aborted)
        // The connector was stopped at the end of its turn: requeued after waiting imports.
        throw new Requeue({ queued_at: new Date() });
      if (result.kind === "failed") throw new AttemptError(result.reason, { retryAfter: result.retryAfter });
      // Further attempts would make the site more suspicious.
      if (result.kind === "human_check") throw new AttemptError(HUMAN_CHECK, { isFinal: true });
      await this.#finish(result.kind, null);
    } finally {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  async fail(reason: string): Promise<void> {
    await this.#finish("failed", reason);
  }

  async #finish(
    state: Extract<ImportState, "done" | "failed" | "invalid_key">,
    reason: string | null,
  ): Promise<void> {
    const { service_key, sealed } = this.#job.row;
    await transaction(this.#options.sql, async (tx) => {
      await this.#job.close(tx, {
        state,
        reason: reason?.slice(0, MAX_REASON) ?? null,
        finished_at: new Date(),
        missing_files: [...this.#missing],
        key_failed_at: state === "invalid_key" ? new Date() : null,
        // Only failed imports can be retried, so only they keep their key, for less than a day.
        sealed: state === "failed" ? sealed : null,
      });
      if (state === "invalid_key" && service_key !== null)
        await tx`update service_keys set dead = true, auto_import = false, next_import_at = null where id = ${service_key}`;
      await this.#notify(tx, state);
    });
  }

  get #folder(): string {
    const { id, attempt } = this.#job.row;
    return join(this.#options.data, "importer", `${id}-${attempt}`);
  }

  async #connect(): Promise<RunResult> {
    const { service, sealed, save_dms, attempt } = this.#job.row;
    const { connectors, key } = this.#options;
    const connector = connectors.get(service);
    if (connector === undefined) throw new AttemptError("There is no connector any more.");
    const { session_key = "", ...inputs } = unseal(key.privateKey, service, sealed);
    this.#logs.add(`Attempt ${attempt} with ${connector.name}.`);
    return await connector.run({
      job: { service, key: session_key, inputs, dms: save_dms, ...(await this.#state()) },
      folder: this.#folder,
      signal: AbortSignal.any([this.#job.signal, this.#turn.signal]),
      onRecord: (record, downloads) => this.#records.add(record, downloads),
      onLog: (line) => this.#logs.add(line),
      onMissing: (file) => this.#addMissing(file),
      onState: (state) => this.#saveState(state),
    });
  }

  #addMissing(file: string): void {
    this.#logs.add(`Missing file: ${file}. The next import asks for it again.`);
    if (this.#missing.size < MAX_MISSING_FILES) this.#missing.add(file);
  }

  async #state(): Promise<{ state?: unknown }> {
    const { service, key_hash } = this.#job.row;
    const [row] = await this.#options.sql<{ state: unknown }[]>`
      select state from connector_states where service = ${service} and key_hash = ${key_hash}`;
    return row ?? {};
  }

  /** Saved after all earlier records. */
  async #saveState(state: unknown): Promise<void> {
    await this.#records.flush();
    const { service, key_hash } = this.#job.row;
    await transaction(this.#options.sql, async (tx) => {
      await tx`
        insert into connector_states (service, key_hash, state) values (${service}, ${key_hash}, ${tx.json(state as never)})
        on conflict (service, key_hash) do update set state = excluded.state, changed_at = now()`;
      await this.#job.fence(tx);
    });
    this.#turn.checkpoint();
  }

  async #notify(tx: Tx, state: "done" | "failed" | "invalid_key"): Promise<void> {
    const { account, id, service, service_key, priority } = this.#job.row;
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
