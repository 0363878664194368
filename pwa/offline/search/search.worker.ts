/** Holds the index beside the page: answers what is asked, and reads in what was stored. */
import { deviceDb } from "../db.ts";
import { listItemOf, textOf, titleOf } from "./documents.ts";
import { marked, snippetOf, spansOf } from "./marks.ts";
import type { DeviceAnswer, DevicePost, DeviceQuestion, FromIndex, ToIndex } from "./messages.ts";
import { parseQuery } from "./query.ts";
import { StoredIndex } from "./stored-index.ts";

const LOCK = "search-index";
/** For so long an answer holds without another look at what was stored. */
const FRESH_MS = 1000;
/** Longer than that no answer waits for what is not indexed yet. */
const PATIENCE_MS = 100;

const stored = new StoredIndex(deviceDb());
let lookedAt = Number.NEGATIVE_INFINITY;
let bringing: Promise<void> | undefined;
/** An answer was given while there was more to read in. */
let isPartial = false;
let loading: Promise<void> | undefined;

/** One tab at a time writes; in each, one run at a time. */
function bringUp(): Promise<void> {
  bringing ??= locked(() => stored.bringUp())
    .then(() => {
      lookedAt = performance.now();
      if (isPartial) send({ changed: true });
      isPartial = false;
    })
    .finally(() => {
      bringing = undefined;
    });
  return bringing;
}

function locked(work: () => Promise<void>): Promise<void> {
  // Absent where the page did not come over HTTPS: then a tab that is too late notices it as it writes.
  return "locks" in navigator ? navigator.locks.request(LOCK, work) : work();
}

async function answer(question: DeviceQuestion): Promise<DeviceAnswer> {
  loading ??= stored.load();
  await loading;
  if (performance.now() - lookedAt > FRESH_MS) {
    const patience = new Promise((done) => setTimeout(done, PATIENCE_MS));
    await Promise.race([bringUp().catch(report), patience]);
  }
  isPartial ||= bringing !== undefined;
  return find(question);
}

async function find({ q, tags, creator, offset, limit }: DeviceQuestion): Promise<DeviceAnswer> {
  const parts = parseQuery(q);
  const within = creator === undefined ? undefined : `${creator}/`;
  const { keys, total } = stored.index.search(parts, { tags, within }, offset, limit);
  const rows = await stored.db.posts.bulkGet(keys);
  const names = await stored.creatorNames(rows.flatMap((row) => row?.creator ?? []));
  const posts = rows.flatMap((row): DevicePost[] => {
    const item = row === undefined ? undefined : listItemOf(row);
    if (row === undefined || item === undefined) return []; // removed, and the index has not heard of it yet
    const title = titleOf(row);
    const text = textOf(row);
    return [
      {
        item,
        creator: names.get(row.creator) ?? "",
        title: marked(title, spansOf(title, parts)),
        snippet: snippetOf(text, spansOf(text, parts)),
      },
    ];
  });
  return { posts, total, size: stored.index.size };
}

function report(error: unknown): void {
  console.warn("What was stored last cannot be searched yet.", error);
}

function send(message: FromIndex): void {
  self.postMessage(message);
}

self.addEventListener("message", async ({ data }: MessageEvent<ToIndex>) => {
  if ("bringUp" in data) return bringUp().catch(report);
  try {
    send({ id: data.id, answer: await answer(data.question) });
  } catch (error) {
    loading = undefined;
    send({ id: data.id, problem: String(error) });
  }
});
