/** Holds the index beside the page: answers what is asked, and reads in what was stored. */
import { deviceDb } from "../db/db.ts";
import { findPosts } from "./find-posts.ts";
import { StoredIndex } from "./stored-index.ts";
import type { DeviceAnswer, DeviceQuestion, FromIndex, ToIndex } from "./worker-api.ts";

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
  return findPosts(stored, question);
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
