/** Saves posts off the main thread: fetches, hashes and writes. Across tabs, one worker downloads at a time. */

import type { DataServer } from "#shared/rules/data-servers.ts";
import { withLock } from "../../lib/secure-context/locks.ts";
import { serve } from "../../lib/worker-rpc/serve.ts";
import { setDeviceKey } from "../../lib/worker-rpc/set-device-key.ts";
import { offlineDb } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import { audit, checkContent } from "./check.ts";
import { DownloadQueue } from "./download.ts";
import { Engine } from "./engine.ts";
import { isQuotaError, SaveError } from "./errors.ts";
import { cancelSave, markOf, newRow, removePosts } from "./rows.ts";
import {
  SAVING_CHANNEL,
  SAVING_LOCK,
  type SavingEvents,
  type SavingMessage,
  type SavingMethods,
} from "./worker-api.ts";

const PROGRESS_MS = 200;

let servers: readonly DataServer[] = [];
const db = offlineDb();
const channel = new BroadcastChannel(SAVING_CHANNEL);
const downloads = new DownloadQueue(db, () => servers);
const engine = new Engine(db, downloads, (key, mark) => sendMarks([[key, mark]]));

/** Keys that were marked since an audit began to read: what it has read of these is older. */
let markedSince = new Set<string>();

function sendMarks(marks: [string, SavedMark | undefined][]): void {
  for (const [key] of marks) markedSince.add(key);
  if (marks.length > 0) emit("marks", marks);
}

function broadcast(message: SavingMessage): void {
  channel.postMessage(message);
}

const formerOf = (row: SavedRow) => row.former ?? row.files.map(({ hash }) => hash);

let running: Promise<void> | undefined;
/** Set when posts were added during a run: it runs once more. */
let isRepeated = false;
/** Number of page calls still running. */
let calls = 0;

function startDownloads(): void {
  if (running !== undefined) {
    isRepeated = true;
    return;
  }
  running = withLock(SAVING_LOCK, download).finally(() => {
    running = undefined;
    if (isRepeated) {
      isRepeated = false;
      startDownloads();
    } else emitIdle();
  });
}

function emitIdle(): void {
  if (calls === 0 && running === undefined) emit("idle", undefined);
}

async function download(): Promise<void> {
  const timer = setInterval(() => broadcast({ type: "progress", posts: engine.progress() }), PROGRESS_MS);
  try {
    isRepeated = false;
    const problems = await engine.run();
    broadcast({ type: "progress", posts: [] });
    broadcast(problems.includes("full") ? { type: "full" } : { type: "done", problems });
  } finally {
    clearInterval(timer);
  }
}

/** Starts saving these posts, here or in another tab's worker that is already downloading. */
function startSaving(keys: string[]): void {
  engine.allow(keys);
  broadcast({ type: "wanted", keys });
  startDownloads();
}

/** Counts running calls, and maps a full device to its own error. */
function countCalls<A extends unknown[], R>(method: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    calls += 1;
    try {
      return await method(...args);
    } catch (error) {
      throw isQuotaError(error) ? new SaveError("full") : error;
    } finally {
      calls -= 1;
      setTimeout(emitIdle); // after the result
    }
  };
}

const emit = serve<SavingMethods, SavingEvents>({
  setDeviceKey,
  useServers(next) {
    servers = next;
  },

  save: countCalls(async ({ posts, kinds, leavesOwned }) => {
    const now = Date.now();
    const marks: [string, SavedMark][] = [];
    await db.transaction("rw", db.saved, async (tx) => {
      const before = await tx.saved.bulkGet(posts.map(({ key }) => key));
      const rows = posts.map((post, at) => {
        const known = before[at];
        // Downloads follow the order of the list.
        const row = { ...newRow(post, kinds, now + at), ...(leavesOwned ? { leavesOwned } : {}) };
        if (known === undefined || known.textAt === undefined) return row;
        const { textAt: _, leavesOwned: __, ...kept } = known;
        const chosen = { kinds: row.kinds, ...(leavesOwned ? { leavesOwned } : {}) };
        return { ...kept, ...chosen, state: "saving" as const, former: formerOf(known) };
      });
      await tx.saved.bulkPut(rows);
      for (const row of rows) marks.push([row.key, markOf(row)]);
    });
    sendMarks(marks);
    startSaving(posts.map(({ key }) => key));
  }),

  resume: countCalls(async (keys) => {
    await db.transaction("rw", db.saved, async (tx) => {
      for (const row of await tx.saved.bulkGet([...keys])) {
        if (row === undefined || row.state === "gone") continue;
        const isNew = row.textAt === undefined && row.files.length === 0;
        const { problem: _, ...rest } = row;
        await tx.saved.put({ ...rest, state: "saving", ...(isNew ? {} : { former: formerOf(row) }) });
        sendMarks([[row.key, { ...markOf(row), state: "saving" }]]);
      }
    });
    startSaving(keys);
  }),

  cancel: countCalls(async (keys) => {
    broadcast({ type: "stop", keys });
    await engine.stop(keys);
    for (const key of keys) {
      const row = await cancelSave(db, key);
      sendMarks([[key, row === undefined ? undefined : markOf(row)]]);
    }
  }),

  remove: countCalls(async (keys) => {
    broadcast({ type: "stop", keys });
    await engine.stop(keys);
    const removed = await removePosts(db, keys);
    sendMarks(keys.map((key) => [key, undefined]));
    return removed;
  }),

  audit: countCalls(async (marks) => {
    const before = new Map(marks);
    const found = await audit(db, marks, (key) => engine.wasStopped(key));
    const changed: [string, SavedMark][] = [];
    markedSince = new Set();
    await db.saved.each((row) => {
      const mark = markOf(row);
      const known = before.get(row.key);
      const isSame = known?.state === mark.state && known.whole === mark.whole && known.total === mark.total;
      if (!isSame) changed.push([row.key, mark]);
    });
    sendMarks(changed.filter(([key]) => !markedSince.has(key)));
    return found;
  }),

  check: countCalls(async (keys, atMost) => {
    const result = await checkContent(db, keys, atMost);
    for (const row of await db.saved.bulkGet([...result.damaged, ...result.incomplete]))
      if (row !== undefined) sendMarks([[row.key, markOf(row)]]);
    return result;
  }),
});

channel.addEventListener("message", ({ data }: MessageEvent<SavingMessage>) => {
  if (data.type === "stop") void engine.stop(data.keys);
  if (data.type === "wanted") engine.allow(data.keys);
});
