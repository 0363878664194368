/** Reads files of any size in chunks, with memory for one chunk (docs/decisions/0022). */

export const CHUNK = 1024 * 1024;
/** Timeout of a read; then another reader is opened at the same offset, with twice the timeout. */
const READ_TIMEOUT_MS = 2_000;
/** Maximum number of stalled readers in a row, before `arrayBuffer` is used instead. */
const MAX_STALLS = 3;
const TRIES = 5;

/** Reader of a file from an offset. */
interface Source {
  /** Next bytes, valid until the next call; undefined at the end. */
  next: () => Promise<Uint8Array | undefined>;
  close: () => void;
}

class StallError extends Error {
  override name = "StallError";
}

/**
 * Passes all bytes of a file to `use`, in order.
 * @param between called after each chunk; a returned promise is awaited
 * @param stallMs for tests
 * @throws the browser's error for an unreadable file; StallError after five stalled reads
 */
export async function readAll(
  file: Blob,
  use: (bytes: Uint8Array) => void,
  between: () => Promise<void> | undefined = () => undefined,
  open: (rest: Blob, tries: number) => Source = openSource,
  stallMs = READ_TIMEOUT_MS,
): Promise<number> {
  let at = 0;
  for (let stalls = 0; ; ) {
    const source = open(at === 0 ? file : file.slice(at), stalls);
    try {
      for (;;) {
        const bytes = await within(stallMs * 2 ** stalls, source.next());
        if (bytes === undefined) return at;
        at += bytes.byteLength;
        stalls = 0;
        use(bytes);
        await between();
      }
    } catch (error) {
      source.close();
      stalls++;
      if (!(error instanceof StallError) || stalls >= TRIES) throw error;
    }
  }
}

function openSource(rest: Blob, stalls: number): Source {
  return (stalls < MAX_STALLS ? byteStream(rest) : undefined) ?? slices(rest);
}

/** BYOB reader: one buffer is transferred back and forth, so there is no garbage. */
function byteStream(rest: Blob): Source | undefined {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = rest.stream().getReader({ mode: "byob" });
  } catch {
    return undefined; // no byte streams in this browser
  }
  let buffer: ArrayBuffer | undefined = new ArrayBuffer(CHUNK);
  return {
    async next() {
      if (buffer === undefined) return undefined;
      const { value, done } = await reader.read(new Uint8Array(buffer), { min: CHUNK });
      // The end is signaled with the last bytes or after them.
      buffer = done ? undefined : value?.buffer;
      return value?.byteLength === 0 ? undefined : value;
    },
    close: () => void reader.cancel().catch(() => {}),
  };
}

function slices(rest: Blob): Source {
  let at = 0;
  return {
    async next() {
      if (at >= rest.size) return undefined;
      const bytes = new Uint8Array(await rest.slice(at, at + CHUNK).arrayBuffer());
      at += bytes.byteLength;
      return bytes;
    },
    close() {},
  };
}

/** @throws StallError after the timeout */
function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StallError()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
