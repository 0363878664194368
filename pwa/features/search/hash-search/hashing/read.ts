/** Reads files of any size in pieces, with memory for one of them (docs/decisions/0022). */

export const CHUNK = 1024 * 1024;
/** A reader that gives nothing for so long is left, and another opened where it stood. Each time it gets twice as long. */
const STALL_MS = 2_000;
/** Readers that gave nothing, one after the other, before the plain way is tried. */
const STREAMS = 3;
const TRIES = 5;

/** Something that gives a file's bytes in order, from where it was opened. */
interface Source {
  /** The next bytes, to be used before the next call; undefined at the end. */
  next: () => Promise<Uint8Array | undefined>;
  close: () => void;
}

class StallError extends Error {
  override name = "StallError";
}

/**
 * Gives every byte of a file to `use`, in order.
 * @param between awaited after each piece, if it gives something to wait for
 * @param stallMs for tests
 * @throws what the browser says of a file that cannot be read; StallError where it says nothing, five times
 */
export async function readAll(
  file: Blob,
  use: (bytes: Uint8Array) => void,
  between: () => Promise<void> | undefined = () => undefined,
  open: (rest: Blob, tries: number) => Source = openSource,
  stallMs = STALL_MS,
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
  return (stalls < STREAMS ? byteStream(rest) : undefined) ?? slices(rest);
}

/** One buffer goes to the browser and comes back filled: nothing is left for the collector. */
function byteStream(rest: Blob): Source | undefined {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = rest.stream().getReader({ mode: "byob" });
  } catch {
    return undefined; // no stream of bytes in this browser
  }
  let buffer: ArrayBuffer | undefined = new ArrayBuffer(CHUNK);
  return {
    async next() {
      if (buffer === undefined) return undefined;
      const { value, done } = await reader.read(new Uint8Array(buffer), { min: CHUNK });
      // The end may come with the last bytes or after them.
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

/** @throws StallError where it takes longer */
function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StallError()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
