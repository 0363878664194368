/** Bytes of a stored file over the line: one request, and what can go wrong with it. */
import { type DataServer, serverOf } from "#shared/rules/mirror.ts";
import { SaveError, Stopped } from "./errors.ts";

/** A server that sends nothing for so long is not waited for. */
const STALLED_MS = 30_000;

export function lineAddress(servers: readonly DataServer[], path: string): string {
  return `${serverOf(servers, path) ?? ""}/data${path}`;
}

export interface Question {
  address: string;
  /** The first byte that is wanted. */
  begun: number;
  cache: RequestCache;
  signal: AbortSignal;
}

/**
 * @returns an answer with the file, or the rest of it (206); 416 where there is nothing after `begun`
 * @throws SaveError; Stopped when the signal says so
 */
export async function askFile({ address, begun, cache, signal }: Question): Promise<Response> {
  const answer = await fetch(address, {
    signal,
    cache,
    credentials: "same-origin",
    ...(begun === 0 ? {} : { headers: { range: `bytes=${begun}-` } }),
  }).catch(() => {
    throw signal.aborted ? new Stopped() : new SaveError("network");
  });
  if (answer.ok || (begun > 0 && answer.status === 416)) return answer;
  void answer.body?.cancel().catch(() => {});
  throw new SaveError(answer.status === 404 || answer.status === 410 ? "missing" : "server");
}

/** @throws SaveError where the line breaks or stands still; Stopped */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw signal.aborted ? new Stopped() : error instanceof TypeError ? new SaveError("network") : error;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SaveError("network")), STALLED_MS);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
