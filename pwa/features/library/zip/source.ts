/** Reads a file from this device if it is saved, otherwise from the network, with resume. */
import type { DataServer } from "#shared/rules/data-servers.ts";
import { storedBytes, wholeFile } from "../../../offline/library/stored-files.ts";
import { CancelledError, SaveError } from "../../../offline/saving/errors.ts";
import { chunksOf, fileUrl, requestFile } from "../../../offline/saving/fetch-file.ts";

/** Maximum attempts in a row without progress. */
const MAX_ATTEMPTS = 4;
const PAUSE_MS = 500;

export interface Source {
  /** Undefined until the first bytes arrive. */
  bytes: number | undefined;
  isLocal: boolean;
  chunks: AsyncGenerator<Uint8Array>;
}

export interface Wanted {
  hash: string;
  path: string;
  /** `reload` bypasses all caches and the saved copy. */
  cache: "default" | "reload";
  servers: readonly DataServer[];
  signal: AbortSignal;
}

/** Lazy: requests nothing before the first chunk is read. */
export async function openSource(wanted: Wanted): Promise<Source> {
  const stored = wanted.cache === "default" ? await wholeFile(wanted.hash) : undefined;
  if (stored !== undefined)
    return { bytes: stored.bytes, isLocal: true, chunks: localChunks(storedBytes(stored), wanted.signal) };
  const source: Source = { bytes: undefined, isLocal: false, chunks: undefined as never };
  source.chunks = lineChunks(wanted, (bytes) => {
    source.bytes = bytes;
  });
  return source;
}

async function* localChunks(parts: AsyncGenerator<Uint8Array>, signal: AbortSignal) {
  for await (const part of parts) {
    if (signal.aborted) throw new CancelledError();
    yield part;
  }
}

/** Resumes at the next byte after a lost connection. @throws SaveError; CancelledError */
async function* lineChunks(
  { path, cache, servers, signal }: Wanted,
  onSize: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const address = fileUrl(servers, path);
  let received = 0;
  for (let failed = 0; ; ) {
    try {
      const response = await requestFile({ address, offset: received, cache, signal });
      if (response.status === 416) return;
      // A server without ranges starts over: bytes already received are skipped.
      let passed = response.status === 206 ? received : 0;
      const length = Number(response.headers.get("content-length") ?? Number.NaN);
      if (Number.isFinite(length)) onSize(passed + length);
      if (response.body === null) return;
      for await (const chunk of chunksOf(response.body, signal)) {
        const news = chunk.subarray(Math.max(0, received - passed));
        passed += chunk.length;
        if (news.length === 0) continue;
        failed = 0;
        received += news.length;
        yield news;
      }
      return;
    } catch (error) {
      const isBroken = error instanceof SaveError && ["network", "server"].includes(error.problem);
      failed += 1;
      if (!isBroken || failed >= MAX_ATTEMPTS) throw error;
      await pause(PAUSE_MS * 2 ** failed, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new CancelledError());
      },
      { once: true },
    );
  });
}
