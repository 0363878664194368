/** Computes hashes off the main thread; pool.ts starts several. */
import { serve } from "../../../../lib/worker-rpc/serve.ts";
import { digest, HashError } from "./digest.ts";
import type { HashEnd, HashEvents, HashJob, HashMethods } from "./worker-api.ts";

/** Interval of progress messages. */
const PROGRESS_MS = 100;

let paused: { until: Promise<void>; end: () => void } | undefined;
let ends: HashEnd[] = [];
let sentAt = 0;
/** Serializes jobs, which share a hasher (digest.ts). */
let last: Promise<void> = Promise.resolve();

const emit = serve<HashMethods, HashEvents>({
  hash(jobs) {
    last = last.then(() => hashAll(jobs));
    return last;
  },
  pause,
  continue() {
    paused?.end();
    paused = undefined;
  },
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
    const end = await hashOne(id, file); // `ends` is replaced after each event
    ends.push(end);
    if (performance.now() - sentAt >= PROGRESS_MS) emitProgress();
  }
  emitProgress();
}

async function hashOne(id: number, file: File): Promise<HashEnd> {
  try {
    return {
      id,
      ...(await digest(file, {
        onDone: (done) => {
          if (performance.now() - sentAt >= PROGRESS_MS) emitProgress({ id, done });
        },
        between: () => paused?.until,
      })),
    };
  } catch (error) {
    return { id, problem: error instanceof HashError ? error.problem : "unreadable" };
  }
}

function emitProgress(current?: { id: number; done: number }): void {
  sentAt = performance.now();
  emit("progress", { ends, ...(current === undefined ? {} : { current }) });
  ends = [];
}
