/** Notifies of every commit that may change a response, by LISTEN on a separate connection (decision 0010). */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { Topic } from "#shared/contracts/topics.ts";
import { guarded, type Sql } from "./client.ts";
import { InterruptibleDelay } from "./interruptible-delay.ts";

export const CHANNEL = "roost_changes";
/** Milliseconds a successful probe keeps the connection trusted. */
const TRUSTED_MS = 25_000;
const PROBE_INTERVAL_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;
/** Retry delay after a failure; doubled up to the maximum. */
const MIN_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** `sessions`: sessions have ended, or accounts or groups have changed what they may do. No contract names it. */
export type Change = Topic | "sessions";
export type { Topic };

export interface Changes {
  /**
   * Returns a number that changes with every change of one of the topics, or of any topic if none is given. Undefined
   * while notifications may be missed. Read it before the query, so that a later commit counts as a change.
   */
  version(...topics: Change[]): number | undefined;
  close(): Promise<void>;
}

/** Used without notifications: no response is ever considered unchanged. */
export const NOOP_CHANGES: Changes = { version: () => undefined, close: async () => {} };

/**
 * Listens until closed, and again after each lost connection. Behind a transaction pooler or on a standby no probe
 * returns: then there is no version, and it retries from time to time.
 * @param url where to listen
 * @param sql pool that sends the probes and reads the responses
 */
export function listenForChanges(url: string, sql: Sql): Changes {
  return new Listener(url, sql);
}

class Listener implements Changes {
  readonly #url: string;
  readonly #sql: Sql;
  readonly #topics = new Map<string, number>();
  readonly #running: Promise<void>;
  #connection: postgres.Sql | undefined;
  #clock = 0;
  /** Version since the last LISTEN; before it, changes may have been missed. */
  #base = 0;
  #trustedUntil = 0;
  #probe: { text: string; arrived: () => void } | undefined;
  /** Ends the delay early when the connection is lost. */
  readonly #delay = new InterruptibleDelay();
  #closed = false;

  constructor(url: string, sql: Sql) {
    this.#url = guarded(url);
    this.#sql = sql;
    this.#running = this.#run();
  }

  version(...topics: Change[]): number | undefined {
    if (performance.now() > this.#trustedUntil) return undefined;
    if (topics.length === 0) return this.#clock;
    return Math.max(this.#base, ...topics.map((topic) => this.#topics.get(topic) ?? 0));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#delay.close();
    await this.#disconnect();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pause = MIN_RETRY_DELAY_MS;
    while (!this.#closed) {
      const alive = await this.#check().catch(() => false);
      if (!alive) await this.#disconnect();
      await this.#delay.wait(alive ? PROBE_INTERVAL_MS : pause);
      pause = alive ? MIN_RETRY_DELAY_MS : Math.min(pause * 2, MAX_RETRY_DELAY_MS);
    }
  }

  /** Notifications arrive in commit order: once the probe has arrived, so has everything before it. */
  async #check(): Promise<boolean> {
    const connection = this.#connection ?? (await this.#listen());
    const sent = performance.now();
    const text = `probe:${randomUUID()}`;
    const arrived = new Promise<void>((resolve) => {
      this.#probe = { text, arrived: resolve };
    });
    await withTimeout(PROBE_TIMEOUT_MS, this.#sql`select pg_notify(${CHANNEL}, ${text})`);
    await withTimeout(PROBE_TIMEOUT_MS, arrived);
    if (this.#closed || this.#connection !== connection) return false;
    this.#trustedUntil = sent + TRUSTED_MS;
    return true;
  }

  async #listen(): Promise<postgres.Sql> {
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: "roost-changes" },
      onclose: () => {
        if (this.#connection === connection) this.#lost();
      },
      // A driver option missing from its types; `sql.listen` uses it, but does not report a lost connection.
      onnotify: (_channel: string, text: string) => this.#receive(text),
    };
    const connection: postgres.Sql = postgres(this.#url, options);
    this.#connection = connection;
    await withTimeout(CONNECT_TIMEOUT_MS, connection`listen ${connection(CHANNEL)}`);
    this.#base = ++this.#clock;
    return connection;
  }

  #receive(text: string): void {
    if (text.startsWith("probe:")) {
      if (text === this.#probe?.text) this.#probe.arrived();
      return;
    }
    this.#clock++;
    this.#topics.set(text, this.#clock);
  }

  #lost(): void {
    this.#trustedUntil = 0;
    this.#connection = undefined;
    this.#delay.end();
  }

  /** A connection that does not deliver is not reused. */
  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#trustedUntil = 0;
    this.#connection = undefined;
    await connection?.end({ timeout: 0 });
  }
}

/** @throws Error after `time` milliseconds */
export async function withTimeout<T>(time: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database took too long to answer.")), time);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
