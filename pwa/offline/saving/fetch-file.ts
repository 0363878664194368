/** Requests files from the network and maps errors. */
import { type DataServer, serverOf } from "#shared/rules/data-servers.ts";
import { CancelledError, SaveError } from "./errors.ts";

/** Timeout without any data. */
const STALL_TIMEOUT_MS = 30_000;

export function fileUrl(servers: readonly DataServer[], path: string): string {
  return `${serverOf(servers, path) ?? ""}/data${path}`;
}

export interface FileRequest {
  address: string;
  /** Offset of the first byte. */
  offset: number;
  cache: RequestCache;
  signal: AbortSignal;
}

/**
 * @returns a response with the file, or the rest of it (206); 416 if there is nothing after `offset`
 * @throws SaveError; CancelledError when aborted
 */
export async function requestFile({ address, offset, cache, signal }: FileRequest): Promise<Response> {
  const response = await fetch(address, {
    signal,
    cache,
    credentials: "same-origin",
    ...(offset === 0 ? {} : { headers: { range: `bytes=${offset}-` } }),
  }).catch(() => {
    throw signal.aborted ? new CancelledError() : new SaveError("network");
  });
  if (response.ok || (offset > 0 && response.status === 416)) return response;
  void response.body?.cancel().catch(() => {});
  throw new SaveError(response.status === 404 || response.status === 410 ? "missing" : "server");
}

/** @throws SaveError if the connection breaks or stalls; CancelledError */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read());
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw signal.aborted
      ? new CancelledError()
      : error instanceof TypeError
        ? new SaveError("network")
        : error;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function withTimeout<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SaveError("network")), STALL_TIMEOUT_MS);
  });
  return Promise.race([reading, timeout]).finally(() => clearTimeout(timer));
}
