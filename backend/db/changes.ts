/** Hears of every commit that may change an answer, by LISTEN on a connection of its own (migration 0008, decision 0010). */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { guarded, type Sql } from "./client.ts";

const CHANNEL = "roost_changes";
/** A number is only given while a message of our own has come round this lately. */
const TRUSTED = 25_000;
const PROBE_EVERY = 10_000;
const PROBE_WITHIN = 2_000;
/** After a failure; doubled up to the longest. */
const RETRY_FIRST = 250;
const RETRY_LONGEST = 30_000;
const CONNECT_WITHIN = 5_000;

/** What a message is about: a table, or the rows of the list of creators. */
export type Topic = "posts" | "post_counts" | "creators.listed" | "creator_counts";

export interface Changes {
  /**
   * A number that is another one after every change of the topics, or without any of anything; undefined while messages may be
   * missed. Read it before the query: what changes after that is then seen as a change.
   */
  version(...topics: Topic[]): number | undefined;
  close(): Promise<void>;
}

/** For a process that hears nothing: no answer is ever taken for unchanged. */
export const DEAF: Changes = { version: () => undefined, close: async () => {} };

/**
 * Listens until closed, and again after each loss of the connection. Behind a pooler that hands connections on after
 * each transaction, or on a standby, no probe comes back: then it stays deaf and tries again now and then.
 * @param url where to listen
 * @param sql the pool that sends the probes; it is what the answers are read through
 */
export function hearChanges(url: string, sql: Sql): Changes {
  return new Listener(url, sql);
}

class Listener implements Changes {
  readonly #url: string;
  readonly #sql: Sql;
  readonly #topics = new Map<string, number>();
  readonly #running: Promise<void>;
  #connection: postgres.Sql | undefined;
  #clock = 0;
  /** Since the last LISTEN; before it anything may have been missed. */
  #base = 0;
  #trustedUntil = 0;
  #probe: { text: string; arrived: () => void } | undefined;
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(url: string, sql: Sql) {
    this.#url = guarded(url);
    this.#sql = sql;
    this.#running = this.#run();
  }

  version(...topics: Topic[]): number | undefined {
    if (performance.now() > this.#trustedUntil) return undefined;
    if (topics.length === 0) return this.#clock;
    return Math.max(this.#base, ...topics.map((topic) => this.#topics.get(topic) ?? 0));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake?.();
    await this.#hangUp();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pause = RETRY_FIRST;
    while (!this.#closed) {
      const heard = await this.#check().catch(() => false);
      if (!heard) await this.#hangUp();
      await this.#sleep(heard ? PROBE_EVERY : pause);
      pause = heard ? RETRY_FIRST : Math.min(pause * 2, RETRY_LONGEST);
    }
  }

  /** Messages come in the order of the commits: when ours has come round, so has everything before it. */
  async #check(): Promise<boolean> {
    const connection = this.#connection ?? (await this.#listen());
    const sent = performance.now();
    const text = `probe:${randomUUID()}`;
    const arrived = new Promise<void>((resolve) => {
      this.#probe = { text, arrived: resolve };
    });
    await within(PROBE_WITHIN, this.#sql`select pg_notify(${CHANNEL}, ${text})`);
    await within(PROBE_WITHIN, arrived);
    if (this.#closed || this.#connection !== connection) return false;
    this.#trustedUntil = sent + TRUSTED;
    return true;
  }

  async #listen(): Promise<postgres.Sql> {
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: CONNECT_WITHIN / 1000,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: "roost-changes" },
      onclose: () => {
        if (this.#connection === connection) this.#lost();
      },
      // Of the driver and not among its types: `sql.listen` is made of it, but does not tell of a lost connection.
      onnotify: (_channel: string, text: string) => this.#hear(text),
    };
    const connection: postgres.Sql = postgres(this.#url, options);
    this.#connection = connection;
    await within(CONNECT_WITHIN, connection`listen ${connection(CHANNEL)}`);
    this.#base = ++this.#clock;
    return connection;
  }

  #hear(text: string): void {
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
    this.#wake?.();
  }

  /** A connection that does not deliver is not used again: the next one begins from nothing. */
  async #hangUp(): Promise<void> {
    const connection = this.#connection;
    this.#trustedUntil = 0;
    this.#connection = undefined;
    await connection?.end({ timeout: 0 });
  }

  /** Ends early when the connection is lost or this is closed. */
  async #sleep(time: number): Promise<void> {
    if (this.#closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

async function within<T>(time: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database took too long to answer.")), time);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
