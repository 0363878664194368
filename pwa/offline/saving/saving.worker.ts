/** Saves posts beside the page: fetching, hashing and writing never hold up a frame. One worker of all tabs downloads. */
import type { DataServer } from "#shared/rules/mirror.ts";
import { deviceDb } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import { audit, checkBytes } from "./check.ts";
import { Files } from "./download-queue.ts";
import { Engine } from "./engine.ts";
import { isQuotaError } from "./errors.ts";
import { markOf, newRow, removePosts, unsave } from "./rows.ts";
import {
  type Command,
  type CommandName,
  type Commands,
  type Replies,
  SAVING_CHANNEL,
  SAVING_LOCK,
  type SavingNews,
  type WorkerMessage,
} from "./worker-api.ts";

const NEWS_MS = 200;

let servers: readonly DataServer[] = [];
const db = deviceDb();
const channel = new BroadcastChannel(SAVING_CHANNEL);
const files = new Files(db, () => servers);
const engine = new Engine(db, files, (key, mark) => sendMarks([[key, mark]]));

function send(message: WorkerMessage): void {
  self.postMessage(message);
}

function sendMarks(marks: [string, SavedMark | undefined][]): void {
  if (marks.length > 0) send({ type: "marks", marks });
}

function announce(news: SavingNews): void {
  channel.postMessage(news);
}

const formerOf = (row: SavedRow) => row.former ?? row.files.map(({ hash }) => hash);

let running: Promise<void> | undefined;
/** Asked again while it ran: one more round, for what came in between. */
let isAgain = false;

function work(): void {
  if (running !== undefined) {
    isAgain = true;
    return;
  }
  running = navigator.locks.request(SAVING_LOCK, download).finally(() => {
    running = undefined;
    if (isAgain) {
      isAgain = false;
      work();
    } else if (commands === 0) send({ type: "idle" });
  });
}

async function download(): Promise<void> {
  const timer = setInterval(() => announce({ type: "progress", posts: engine.progress() }), NEWS_MS);
  try {
    isAgain = false;
    const problems = await engine.run();
    announce({ type: "progress", posts: [] });
    announce(problems.includes("full") ? { type: "full" } : { type: "done", problems });
  } finally {
    clearInterval(timer);
  }
}

/** What the list says is being saved now begins, here or in the worker of another tab that is at it. */
function want(keys: string[]): void {
  engine.allow(keys);
  announce({ type: "wanted", keys });
  work();
}

const ACTIONS: { [N in CommandName]: (input: Commands[N]) => Promise<Replies[N]> } = {
  async save({ posts, kinds, leavesOwned }) {
    const now = Date.now();
    const marks: [string, SavedMark][] = [];
    await db.transaction("rw", db.saved, async () => {
      const before = await db.saved.bulkGet(posts.map(({ key }) => key));
      const rows = posts.map((post, at) => {
        const known = before[at];
        // In the order of the list: the first comes first.
        const row = { ...newRow(post, kinds, now + at), ...(leavesOwned ? { leavesOwned } : {}) };
        if (known === undefined || known.textAt === undefined) return row;
        const { textAt: _, leavesOwned: __, ...kept } = known;
        const wish = { kinds: row.kinds, ...(leavesOwned ? { leavesOwned } : {}) };
        return { ...kept, ...wish, state: "saving" as const, former: formerOf(known) };
      });
      await db.saved.bulkPut(rows);
      for (const row of rows) marks.push([row.key, markOf(row)]);
    });
    sendMarks(marks);
    want(posts.map(({ key }) => key));
    return undefined;
  },

  async resume({ keys }) {
    await db.transaction("rw", db.saved, async () => {
      for (const row of await db.saved.bulkGet([...keys])) {
        if (row === undefined || row.state === "gone") continue;
        const isNew = row.textAt === undefined;
        const { problem: _, ...rest } = row;
        await db.saved.put({ ...rest, state: "saving", ...(isNew ? {} : { former: formerOf(row) }) });
        sendMarks([[row.key, { ...markOf(row), state: "saving" }]]);
      }
    });
    want(keys);
    return undefined;
  },

  async cancel({ keys }) {
    announce({ type: "stop", keys });
    await engine.stop(keys);
    for (const key of keys) {
      const row = await unsave(db, key);
      sendMarks([[key, row === undefined ? undefined : markOf(row)]]);
    }
    return undefined;
  },

  async remove({ keys }) {
    announce({ type: "stop", keys });
    await engine.stop(keys);
    const removed = await removePosts(db, keys);
    sendMarks(keys.map((key) => [key, undefined]));
    return removed;
  },

  async audit({ marks }) {
    const before = new Map(marks);
    const found = await audit(db, marks, (key) => engine.wasStopped(key));
    const changed: [string, SavedMark][] = [];
    await db.saved.each((row) => {
      const mark = markOf(row);
      const known = before.get(row.key);
      const isSame = known?.state === mark.state && known.whole === mark.whole && known.total === mark.total;
      if (!isSame) changed.push([row.key, mark]);
    });
    sendMarks(changed);
    return found;
  },

  async check({ keys, atMost }) {
    const result = await checkBytes(db, keys, atMost);
    for (const row of await db.saved.bulkGet(result.damaged))
      if (row !== undefined) sendMarks([[row.key, markOf(row)]]);
    return result;
  },
};

channel.addEventListener("message", ({ data }: MessageEvent<SavingNews>) => {
  if (data.type === "stop") void engine.stop(data.keys);
  if (data.type === "wanted") engine.allow(data.keys);
});

let commands = 0;

self.addEventListener("message", async ({ data }: MessageEvent<Command>) => {
  commands += 1;
  servers = data.servers;
  try {
    const act = ACTIONS[data.name] as (input: Command["input"]) => Promise<Replies[CommandName]>;
    send({ type: "reply", id: data.id, reply: await act(data.input) });
  } catch (error) {
    const problem = isQuotaError(error) ? "full" : error instanceof Error ? error.name : String(error);
    send({ type: "refused", id: data.id, problem });
  }
  commands -= 1;
  if (commands === 0 && running === undefined) send({ type: "idle" });
});
