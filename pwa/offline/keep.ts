/** Answers on their way to the device: after the screen has them, when there is a moment, several at once. */
import { capBytes } from "./cap.ts";
import { noteCopies, openDevice } from "./open-device.ts";
import type { Answer } from "./store.ts";

/** So long after an answer nothing is written, so that its pictures and its page come first. */
const CALM_MS = 1_000;
/** Answers in one transaction. */
const BATCH = 8;
/** So many answers later it is looked whether there is still room. */
const LOOK_EVERY = 40;

const waiting = new Map<string, Answer>();
let timer: ReturnType<typeof setTimeout> | undefined;
let writing: Promise<void> = Promise.resolve();
let isFull = false;
let written = 0;

/** Keeps an answer; a later one of the same address takes its place. */
export function keepLater(answer: Answer): void {
  if (capBytes() === 0 || isFull || typeof indexedDB === "undefined") return;
  waiting.set(answer.asked.address, answer);
  timer ??= setTimeout(() => whenLoaded(() => void flush()), CALM_MS);
}

/** Writes what waits. Never throws: a copy of a visit is worth no message. */
export function flush(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  writing = writing.then(writeAll).catch((error: unknown) => {
    waiting.clear();
    console.warn("What was read could not be kept on this device.", error);
  });
  return writing;
}

async function writeAll(): Promise<void> {
  if (waiting.size === 0) return;
  const device = await openDevice();
  noteCopies();
  while (waiting.size > 0) {
    const batch = [...waiting.values()].slice(0, BATCH);
    for (const { asked } of batch) waiting.delete(asked.address);
    await writeOrMakeRoom(device, batch);
    written += batch.length;
  }
  if (written < LOOK_EVERY) return;
  written = 0;
  await device.keepWithin(capBytes());
}

/** A full device: half of the copies go, once; then this visit keeps nothing more. */
async function writeOrMakeRoom(
  device: Awaited<ReturnType<typeof openDevice>>,
  batch: Answer[],
): Promise<void> {
  try {
    await device.write(batch);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    try {
      const { bytes } = await device.usage();
      await device.keepWithin(bytes / 2);
      await device.write(batch);
    } catch (again) {
      isFull = true;
      throw again;
    }
  }
}

/** Dexie wraps it: the transaction is aborted, and why is within. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { name, inner } = error as { name?: unknown; inner?: unknown };
  return name === "QuotaExceededError" || (inner !== error && isQuotaError(inner));
}

function whenLoaded(step: () => void): void {
  const soon = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(step, { timeout: CALM_MS });
    else step();
  };
  if (document.readyState === "complete") soon();
  else addEventListener("load", () => setTimeout(soon, CALM_MS), { once: true });
}

if (typeof document !== "undefined")
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void flush();
  });
