/** Answers on their way to the device: when there is a moment, several at once. Also back from it, for `cached.ts`. */
import { addressOf } from "../../api/call.ts";
import { noteCopies } from "../db/has-data.ts";
import { isQuotaError } from "../saving/errors.ts";
import { keepWithin, usage } from "./evict.ts";
import { type Asked, mayKeep } from "./request-key.ts";
import { capBytes } from "./size-limit.ts";
import { type Answer, forget, read, type Stored, write } from "./store.ts";

/** A call of a contract, as far as the device looks at it. */
interface Called {
  endpoint: { method: string; path: string; private?: true };
  input: { params?: unknown; query?: unknown };
}

/** An answer that the app has shown. */
export interface Seen extends Called {
  /** Undefined: there is no such thing (any more). */
  body: unknown;
  /** When it was asked for. */
  askedAt: number;
  at: number;
}

/** Answers in one transaction. */
const BATCH = 8;
/** So many answers later it is looked whether there is still room. */
const LOOK_EVERY = 40;
/** A database that hangs keeps nobody from the truth about the line. */
const READ_MS = 3_000;
const IDLE_MS = 1_000;

let writing: Promise<void> = Promise.resolve();
let isFull = false;
let written = 0;

/** The stored answer to a call. @throws what Dexie throws */
export async function readCopy(
  { path }: Called["endpoint"],
  input: Called["input"],
): Promise<Stored | undefined> {
  return await within(READ_MS, read(askedOf(path, input)));
}

/** Writes answers, the last of each address. Never throws: a copy of a visit is worth no message. */
export function keep(seen: readonly Seen[]): Promise<void> {
  writing = writing
    .then(() => writeAll(seen))
    .catch((error: unknown) => console.warn("What was read could not be kept on this device.", error));
  return writing;
}

async function writeAll(seen: readonly Seen[]): Promise<void> {
  if (capBytes() === 0 || isFull || typeof indexedDB === "undefined") return;
  const answers = new Map<string, Answer>();
  for (const { endpoint, input, ...answer } of seen) {
    const asked = askedOf(endpoint.path, input);
    if (answer.body === undefined) await forget(asked);
    else if (mayKeep(endpoint)) answers.set(asked.address, { asked, ...answer });
  }
  if (answers.size === 0) return;
  await idle();
  noteCopies();
  const waiting = [...answers.values()];
  for (let from = 0; from < waiting.length; from += BATCH)
    await writeOrMakeRoom(waiting.slice(from, from + BATCH));
  written += waiting.length;
  if (written < LOOK_EVERY) return;
  written = 0;
  await keepWithin(capBytes());
}

/** A full device: half of the copies go, once; then this visit keeps nothing more. */
async function writeOrMakeRoom(batch: Answer[]): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    try {
      await keepWithin((await usage()).bytes / 2);
      await write(batch);
    } catch (again) {
      isFull = true;
      throw again;
    }
  }
}

function askedOf(path: string, { params, query }: Called["input"]): Asked {
  const named = (params ?? {}) as Record<string, string>;
  return { path, params: named, address: addressOf(path, named, query as Parameters<typeof addressOf>[2]) };
}

/** A page that is being left has no moment to wait for. */
function idle(): Promise<void> {
  if (typeof requestIdleCallback !== "function" || document.visibilityState === "hidden")
    return Promise.resolve();
  return new Promise((done) => requestIdleCallback(() => done(), { timeout: IDLE_MS }));
}

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
