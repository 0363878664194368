/** The page's side of saving: starts the worker with the first command, and knows how far it is. */
import { dataServers } from "../../lib/file-address.ts";
import { scriptAddress } from "../../lib/script-address.ts";
import { noteCopies } from "../db/has-data.ts";
import { changeSavedMarks } from "../library/saved-marks.ts";
import workerAddress from "./saving.worker.ts?worker&url";
import {
  type Command,
  type CommandName,
  type Commands,
  type PostProgress,
  type Replies,
  SAVING_CHANNEL,
  type SavingNews,
  type WorkerMessage,
} from "./worker-api.ts";

interface Waiting {
  resolve: (reply: never) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
const listeners = new Set<() => void>();
let worker: Worker | undefined;
let channel: BroadcastChannel | undefined;
let lastId = 0;
let posts: readonly PostProgress[] = [];
let isFull = false;

/** @throws Error where the worker cannot start or the database refuses; its message is the error's name, or `full` */
export function command<N extends CommandName>(name: N, input: Commands[N]): Promise<Replies[N]> {
  worker ??= start();
  const id = ++lastId;
  const answered = new Promise<Replies[N]>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, name, input, servers: dataServers() } as Command);
  return answered;
}

/** For `useSyncExternalStore`. */
export function onSaving(listener: () => void): () => void {
  listen();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being saved right now, in any tab. */
export const savingPosts = (): readonly PostProgress[] => posts;

/** The last save ended because nothing more fits; until it is taken note of. */
export const ranFull = (): boolean => isFull;

export function noteFull(): void {
  isFull = false;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function listen(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(SAVING_CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<SavingNews>) => {
    if (data.type === "progress") posts = data.posts;
    else if (data.type === "full") isFull = true;
    else return;
    tell();
  });
}

function start(): Worker {
  listen();
  noteCopies();
  const started = new Worker(scriptAddress(workerAddress) as string, { type: "module", name: "saving" });
  started.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => hear(started, data));
  started.addEventListener("error", () => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error("WorkerError"));
    waiting.clear();
  });
  return started;
}

function hear(from: Worker, message: WorkerMessage): void {
  if (message.type === "marks") {
    changeSavedMarks(message.marks);
  } else if (message.type === "idle") {
    // Nothing was asked since it said so: its memory is better used elsewhere.
    if (waiting.size > 0) return;
    from.terminate();
    if (worker === from) worker = undefined;
  } else {
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "reply") asker?.resolve(message.reply as never);
    else asker?.reject(new Error(message.problem));
  }
}
