/** Searching what is on the device, as the screens ask for it. The worker starts with the first need. */
import { scriptAddress } from "../../lib/script-address.ts";
import workerAddress from "./search.worker.ts?worker&url";
import type { DeviceAnswer, DeviceQuestion, FromIndex, ToIndex } from "./worker-api.ts";

/** The device cannot be searched: no database, no worker, or it takes too long. */
export class DeviceSearchError extends Error {
  override name = "DeviceSearchError";
}

interface Waiting {
  resolve: (answer: DeviceAnswer) => void;
  reject: (error: DeviceSearchError) => void;
}

/** The first answer may wait for the whole index to be read. */
const TIMEOUT_MS = 10_000;
/** A worker that nobody needs gives its memory back. */
const IDLE_MS = 2 * 60_000;
/** Posts come in groups, and the page they are for comes first. A question reads in at once what it finds. */
const CALM_MS = 10_000;

const waiting = new Map<number, Waiting>();
const listeners = new Set<() => void>();
let worker: Worker | undefined;
let asked = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
let calm: ReturnType<typeof setTimeout> | undefined;

/**
 * Posts on the device that match, best first: fit, then field, then the newer.
 * @throws DeviceSearchError
 */
export function searchDevice(question: DeviceQuestion): Promise<DeviceAnswer> {
  const id = ++asked;
  return new Promise<DeviceAnswer>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    setTimeout(() => reject(new DeviceSearchError("The device took too long.")), TIMEOUT_MS);
    send({ id, question });
  }).finally(() => waiting.delete(id));
}

/** Told when answers were given that did not know everything yet, and now more is known. @returns ends it */
export function onIndexChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Posts were stored: the index follows when things are calm. */
export function followChanges(): void {
  clearTimeout(calm);
  calm = setTimeout(warm, CALM_MS);
}

/** Soon something will be asked: the index is read, and what was stored last comes into it. */
export function warm(): void {
  send({ bringUp: true });
}

function send(message: ToIndex): void {
  worker ??= start();
  worker.postMessage(message);
  clearTimeout(idle);
  idle = setTimeout(stop, IDLE_MS);
}

function stop(problem = "The worker was stopped."): void {
  worker?.terminate();
  worker = undefined;
  for (const { reject } of waiting.values()) reject(new DeviceSearchError(problem));
}

function start(): Worker {
  const started = new Worker(scriptAddress(workerAddress) as string, { type: "module", name: "search" });
  started.addEventListener("message", ({ data }: MessageEvent<FromIndex>) => {
    if ("changed" in data) return listeners.forEach((listener) => void listener());
    const asker = waiting.get(data.id);
    if ("answer" in data) asker?.resolve(data.answer);
    else asker?.reject(new DeviceSearchError(data.problem));
  });
  started.addEventListener("error", () => stop("The worker could not start."));
  return started;
}
