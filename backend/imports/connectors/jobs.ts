/** The queue of imports: claimed, run, released (docs/decisions/0035-importer.md). */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Sql } from "#backend/db/client.ts";
import { Attempt, type Claimed, type ImporterOptions, LEASE_SECONDS } from "./attempt.ts";
import { deleteUnnamedFiles, publishFiles } from "./pending-files.ts";
import { announce, deleteLeftFolders, endStopped, startDueImports, sweep, withdraw } from "./upkeep.ts";

const AT_ONCE = 3;
const POLL_MS = 5_000;
const SEEN_MS = 20_000;
const SWEEP_MS = 600_000;
/** An import that takes its process down every time ends here. */
const MAX_ATTEMPTS = 100;
const UNIQUE_VIOLATION = "23505";

/** Runs until the signal is aborted. What is under way then goes back into the queue. */
export async function runImporter(options: ImporterOptions): Promise<void> {
  const { sql, signal } = options;
  const wakeUp = new EventTarget();
  const wake = () => void wakeUp.dispatchEvent(new Event("wake"));
  // Only spares the wait for the next poll; a connection that is lost without a word costs no more than that.
  const listening = sql.listen("roost_imports", wake, wake).catch(() => undefined);
  const workers = Array.from({ length: AT_ONCE }, () => work(options, wakeUp));
  await Promise.all([...workers, lookAfter(options), keepPendingFiles(options)]);
  if (signal.aborted) await (await listening)?.unlisten().catch(() => {});
}

async function work(options: ImporterOptions, wakeUp: EventTarget): Promise<void> {
  const { signal, log } = options;
  while (!signal.aborted) {
    try {
      if (await runNext(options)) continue;
    } catch (error) {
      log.error({ err: error }, "importer");
    }
    await pause(signal, wakeUp);
  }
}

function pause(signal: AbortSignal, wakeUp: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      wakeUp.removeEventListener("wake", end);
      resolve();
    };
    const timer = setTimeout(end, POLL_MS * (0.5 + Math.random()));
    signal.addEventListener("abort", end);
    wakeUp.addEventListener("wake", end);
    if (signal.aborted) end();
  });
}

/** @returns whether there was one */
export async function runNext(options: ImporterOptions): Promise<boolean> {
  await endStopped(options.sql, options.lease ?? LEASE_SECONDS);
  const claimed = await claim(options.sql, options);
  if (claimed === undefined) return false;
  await using attempt = new Attempt(options, claimed);
  await attempt.run();
  return true;
}

/** @returns undefined where nothing waits, or another process was faster */
async function claim(
  sql: Sql,
  { connectors, key, lease = LEASE_SECONDS }: ImporterOptions,
): Promise<Claimed | undefined> {
  const services = [...connectors.keys()];
  try {
    const [row] = await sql<Claimed[]>`
      update imports set state = 'running', attempt = attempt + 1, current_try_started_at = now(), resuming_at = null,
        lease_until = now() + ${lease} * interval '1 second', first_started_at = coalesce(first_started_at, now())
      where id = (
        select id from imports i
        where service = any(${services}::text[]) and sealed_by = ${key.fingerprint} and sealed is not null and attempt < ${MAX_ATTEMPTS}
          and (state = 'running' and lease_until < now()
            or state = 'queued' and (resuming_at is null or resuming_at <= now())
              and service not in (select service from import_pauses)
              and not exists (select from imports o where o.account = i.account and o.service = i.service and o.state = 'running'))
        order by priority desc, created_at limit 1 for update skip locked)
      returning id, service, account, service_key, priority, key_hash, sealed, save_dms, attempt, retry_count`;
    return row;
  } catch (error) {
    // Two processes claimed two imports of one account at the same time.
    if (error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/** Stores the files of approved DMs and deletes those of deleted ones, as soon as the database notifies of them. */
async function keepPendingFiles(options: ImporterOptions): Promise<void> {
  const { sql, signal, log } = options;
  const wakeUp = new EventTarget();
  let isDue = true;
  const wake = () => {
    isDue = true;
    wakeUp.dispatchEvent(new Event("wake"));
  };
  const listening = sql.listen("roost_pending_dms", wake, wake).catch(() => undefined);
  let sweepAt = 0;
  while (!signal.aborted) {
    if (isDue || Date.now() >= sweepAt) {
      isDue = false;
      try {
        await publishFiles(options);
        await deleteUnnamedFiles(options);
        sweepAt = Date.now() + SWEEP_MS;
      } catch (error) {
        log.error({ err: error }, "files of DMs");
        sweepAt = Date.now() + SEEN_MS;
      }
    }
    if (!isDue) await pause(signal, wakeUp);
  }
  await (await listening)?.unlisten().catch(() => {});
}

/** Says that this importer runs, starts automatic imports, removes what has had its time. */
async function lookAfter(options: ImporterOptions): Promise<void> {
  const { sql, signal, log } = options;
  const id = randomUUID();
  let sweepAt = 0;
  while (!signal.aborted) {
    try {
      await announce(sql, id, options.connectors);
      await startDueImports(sql);
      if (Date.now() >= sweepAt) {
        await sweep(sql, MAX_ATTEMPTS);
        await deleteLeftFolders(sql, options.data);
        sweepAt = Date.now() + SWEEP_MS;
      }
    } catch (error) {
      log.error({ err: error }, "importer");
    }
    await sleep(SEEN_MS, undefined, { signal }).catch(() => {});
  }
  await withdraw(sql, id).catch(() => {});
}
