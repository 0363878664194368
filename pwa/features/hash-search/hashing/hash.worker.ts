/** Computes hashes beside the page; several of these make a pool (pool.ts). */
import { digest, HashError } from "./digest.ts";
import type { FromHasher, HashEnd, HashJob, ToHasher } from "./worker-api.ts";

/** The page hears this often, however fast it goes. */
const NEWS_MS = 100;

let paused: { until: Promise<void>; end: () => void } | undefined;
let ends: HashEnd[] = [];
let toldAt = 0;
/** One after the other: they share what computes (digest.ts). */
let last: Promise<void> = Promise.resolve();

const send = (message: FromHasher) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<ToHasher>) => {
  if (data.type === "hash") last = last.then(() => hashAll(data.jobs));
  else if (data.type === "pause") pause();
  else {
    paused?.end();
    paused = undefined;
  }
});

function pause(): void {
  if (paused !== undefined) return;
  let end = () => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  paused = { until, end };
}

async function hashAll(jobs: HashJob[]): Promise<void> {
  for (const { id, file } of jobs) {
    await paused?.until;
    const end = await hashOne(id, file); // `ends` is another list after each news
    ends.push(end);
    if (performance.now() - toldAt >= NEWS_MS) tell();
  }
  tell();
  send({ type: "idle" });
}

async function hashOne(id: number, file: File): Promise<HashEnd> {
  try {
    return {
      id,
      ...(await digest(file, {
        onDone: (done) => {
          if (performance.now() - toldAt >= NEWS_MS) tell({ id, done });
        },
        between: () => paused?.until,
      })),
    };
  } catch (error) {
    return { id, problem: error instanceof HashError ? error.problem : "unreadable" };
  }
}

function tell(current?: { id: number; done: number }): void {
  toldAt = performance.now();
  send({ type: "news", ends, ...(current === undefined ? {} : { current }) });
  ends = [];
}
