/** Readings of files in the background, by programs that a file may make stop the worker. */
import type { Sql } from "../db/client.ts";
import type { FileError } from "./storage.ts";

const MAX_ATTEMPTS = 3;

/** Why a file is not read any more. */
export const STOPPED_TOO_OFTEN = "It stopped the worker too often.";

/**
 * Counts how often the reading of a file began, until it ends; what the worker's own end interrupts does not count.
 * @param read stores the result, which is STOPPED_TOO_OFTEN if `isOver`; not called if the file is deleted
 */
export async function countAttempt(
  { sql, signal }: { sql: Sql; signal: AbortSignal },
  hash: string,
  read: (isOver: boolean) => Promise<void>,
): Promise<void> {
  const [attempt] = await sql<[{ count: number }?]>`
    insert into reading_attempts (hash, count) select hash, 1 from files where hash = ${hash}
    on conflict (hash) do update set count = reading_attempts.count + 1 returning count`;
  if (attempt === undefined) return;
  try {
    await read(attempt.count > MAX_ATTEMPTS);
    await sql`delete from reading_attempts where hash = ${hash}`;
  } catch (error) {
    if (signal.aborted) await sql`update reading_attempts set count = count - 1 where hash = ${hash}`;
    throw error;
  }
}

/** Why the bytes are not there, without the path, so that equal reasons are counted together. */
export function faultOfBytes({ fault }: FileError): string {
  return fault === "size mismatch" ? "It is too large to be downloaded for it." : `It is damaged: ${fault}.`;
}
