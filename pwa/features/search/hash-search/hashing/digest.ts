/** Computes the SHA-256 of a file of any size. Runs in a worker. */

import { subtleCrypto } from "../../../../lib/secure-context/apis.ts";
import { Sha256 } from "../../../../lib/sha256/sha256.ts";
import { readAll } from "./read.ts";
import type { HashProblem } from "./worker-api.ts";

/** Maximum size of a file hashed in one call of `crypto.subtle`, if that is faster (docs/decisions/0022). */
export const WHOLE = 32 * 1024 * 1024;
/** Smaller files always use `crypto.subtle`: measuring would take longer. */
const SMALL = 1024 * 1024;
const TRIALS = 3;

/** An open reader does not notice changes of the file: checks for them after this many bytes, and after each pause. */
const CHECK_INTERVAL_BYTES = 128 * 1024 * 1024;

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
  /** Called between two chunks; a returned promise is awaited. */
  between?: () => Promise<void> | undefined;
  /** Maximum size for `crypto.subtle`. */
  whole?: number;
}

/**
 * @returns 64 lower-case hex digits and the size in bytes
 * @throws HashError if the file is gone, was changed or cannot be read
 */
export async function digest(
  file: File,
  options: DigestOptions = {},
): Promise<{ hash: string; size: number }> {
  const { size } = file;
  // A slice is bound to the state of the file: browsers refuse to read it after a change.
  const seen = size === 0 ? file : file.slice(0, size);
  try {
    const isWhole =
      size <= (options.whole ?? WHOLE) &&
      subtleCrypto() !== undefined &&
      (size < SMALL || (await isOwnFaster()));
    const { hash, read } = await (isWhole ? inOnePiece(seen) : inPieces(seen, options));
    if (read !== size) throw new HashError("changed");
    await check(seen); // unchanged until the end
    return { hash, size };
  } catch (error) {
    throw error instanceof HashError ? error : new HashError(await problemOf(seen));
  }
}

/** `crypto.subtle` is faster if the browser uses SHA instructions of the processor. Measured once per worker, on a few megabytes. */
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
    return (await fastest(() => subtleCrypto()?.digest("SHA-256", bytes))) < pieces;
  })().catch(() => true); // no WebAssembly: only `crypto.subtle` is left
  return trial;
}

/** @returns milliseconds of the fastest of several runs, as the first ones include compilation */
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
  const sum = (await subtleCrypto()?.digest("SHA-256", bytes)) ?? new ArrayBuffer();
  const hash = [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, read: bytes.byteLength };
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
    if (pause === undefined && done - checkedAt < CHECK_INTERVAL_BYTES) return undefined;
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

/** @throws DOMException if the file was changed */
async function check(file: Blob): Promise<void> {
  await file.slice(0, 1).arrayBuffer();
}

/** Finds the cause of a failed stream by a plain read, whose errors are specific. */
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
