/** The SHA-256 of a file, whatever its size. Runs in a worker. */
import { Sha256 } from "../../../../lib/sha256/sha256.ts";
import { readAll } from "./read.ts";
import type { HashProblem } from "./worker-api.ts";

/** Files up to this size are hashed by the browser itself, in one piece, where that is faster (docs/decisions/0022). */
export const WHOLE = 32 * 1024 * 1024;
/** Smaller ones always: they are done before it could be found out. */
const SMALL = 1024 * 1024;
const TRIALS = 3;

/** A reader that has the file open does not see what is done to it: that is asked for after so many bytes, and after each pause. */
const CHECK_EVERY = 128 * 1024 * 1024;

export class HashError extends Error {
  override name = "HashError";
  constructor(readonly problem: HashProblem) {
    super(problem);
  }
}

let kept: Sha256 | undefined;
let trial: Promise<boolean> | undefined;

export interface DigestOptions {
  /** Called with the number of bytes done. */
  onDone?: (bytes: number) => void;
  /** Awaited between two pieces, if it gives something to wait for. */
  between?: () => Promise<void> | undefined;
  /** Largest file for the browser's own function. */
  whole?: number;
}

/**
 * @returns 64 lower-case hex digits and the size in bytes
 * @throws HashError where the file is gone, changed meanwhile or cannot be read
 */
export async function digest(
  file: File,
  options: DigestOptions = {},
): Promise<{ hash: string; size: number }> {
  const { size } = file;
  // A slice remembers what the file was when it was made: what was written since then is refused by the browser.
  const seen = size === 0 ? file : file.slice(0, size);
  try {
    const isWhole = size <= (options.whole ?? WHOLE) && hasOwn() && (size < SMALL || (await isOwnFaster()));
    const { hash, read } = await (isWhole ? inOnePiece(seen) : inPieces(seen, options));
    if (read !== size) throw new HashError("changed");
    await check(seen); // the same file to the end?
    return { hash, size };
  } catch (error) {
    throw error instanceof HashError ? error : new HashError(await problemOf(seen));
  }
}

/** Missing where the page came without TLS from another machine. */
function hasOwn(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** It is where the processor has instructions for it that the browser uses. Tried once in each worker, on a few megabytes. */
function isOwnFaster(): Promise<boolean> {
  trial ??= (async () => {
    kept ??= new Sha256();
    const hasher = kept;
    const bytes = new Uint8Array(SMALL);
    const pieces = await fastest(() => {
      hasher.start();
      hasher.update(bytes);
      hasher.digest();
    });
    return (await fastest(() => crypto.subtle.digest("SHA-256", bytes))) < pieces;
  })().catch(() => true); // no WebAssembly: what the browser can do itself still goes
  return trial;
}

/** @returns milliseconds; the first times are slower while code is made ready */
async function fastest(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIALS; time++) {
    const begun = performance.now();
    await run();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

async function inOnePiece(file: Blob): Promise<{ hash: string; read: number }> {
  const bytes = await file.arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return {
    hash: [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    read: bytes.byteLength,
  };
}

async function inPieces(
  file: Blob,
  { onDone, between }: DigestOptions,
): Promise<{ hash: string; read: number }> {
  kept ??= new Sha256();
  const hasher = kept;
  hasher.start();
  let done = 0;
  let checkedAt = 0;
  const pauseOrCheck = (): Promise<void> | undefined => {
    const pause = between?.();
    if (pause === undefined && done - checkedAt < CHECK_EVERY) return undefined;
    checkedAt = done;
    return (pause ?? Promise.resolve()).then(() => check(file));
  };
  const use = (bytes: Uint8Array) => {
    hasher.update(bytes);
    done += bytes.byteLength;
    onDone?.(done);
  };
  const read = await readAll(file, use, pauseOrCheck);
  return { hash: hasher.digest(), read };
}

/** @throws DOMException where it is not the same file any more */
async function check(file: Blob): Promise<void> {
  await file.slice(0, 1).arrayBuffer();
}

/** A stream only says that it failed; a plain read says why. */
async function problemOf(file: Blob): Promise<HashProblem> {
  try {
    await check(file);
    return "unreadable";
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotFoundError") return "gone";
    return name === "NotReadableError" ? "changed" : "unreadable";
  }
}
