/** The only way to open the database. */
import postgres from "postgres";

// Counts and ids stay far below 2^53, so they are numbers instead of strings.
const bigint = {
  to: 20,
  from: [20],
  parse: (text: string) => Number(text),
  serialize: (value: number) => String(value),
};

export type Sql = postgres.Sql<{ bigint: number }>;
export type Tx = postgres.TransactionSql<{ bigint: number }>;
/** A pool or a transaction: first parameter of every query function. */
export type Db = Sql | Tx;
/** Part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Role of groups' connections: row-level security applies to it, and not to the owner of the tables. */
export const GROUP_ROLE = "roost_group";

/** Plans each statement once: with the policies inside, planning takes longer than running most of them. */
const GENERIC_PLANS = { plan_cache_mode: "force_generic_plan" };

export interface DatabaseOptions {
  max?: number;
  /** Statement timeout in milliseconds; 0 for none (ingest, rebuild, export). */
  statementTimeout?: number;
  name?: string;
  /** Milliseconds a transaction may be idle before the server ends it and releases its locks; 0 for no limit. */
  idleInTransaction?: number;
  /** Group of accounts that the pool reads for: it sees no row that the group's rules hide. */
  group?: number;
  /** Called when a connection is lost; disables closing and renewing connections by age. */
  onLost?: () => void;
}

/**
 * Opens a lazy pool; the first query connects.
 * @throws Error if the driver lacks the guard that keeps a dying backend from ending the process
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeout = 30_000,
    name = "roost",
    idleInTransaction = 0,
    group,
    onLost,
  }: DatabaseOptions = {},
): Sql {
  return postgres(guarded(url), {
    onnotice: () => {},
    types: { bigint },
    max,
    ...(onLost === undefined
      ? { idle_timeout: 60 }
      : { idle_timeout: 0, max_lifetime: null, onclose: onLost }),
    connect_timeout: 10,
    // The driver's default grows to 20 s, which would delay every query after the server is back.
    backoff: () => 0.1,
    connection: {
      TimeZone: "UTC",
      application_name: name,
      jit: "off", // where PostgreSQL has it, compiling a statement whose cost it overestimates takes longer than running it
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: idleInTransaction,
      ...(group === undefined ? {} : { role: GROUP_ROLE, "roost.group": String(group), ...GENERIC_PLANS }),
    },
  });
}

/** @throws Error if the driver lacks the guard */
export function guarded(url: string): string {
  if (!Reflect.has(globalThis, Symbol.for("roost.postgres-guard")))
    throw new Error(
      "The Postgres driver is not guarded against dying connections. Run: node backend/db/patch-driver.mjs",
    );
  return url;
}
