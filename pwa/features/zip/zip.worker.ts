/** Makes one ZIP beside the page, so that no frame waits; the page ends it afterwards. */

import { OutputError, Pack } from "./pack.ts";
import { type Output, openOutput } from "./sinks.ts";
import type { FileState, ZipJob, ZipNews, ZipOrder } from "./worker-api.ts";

const NEWS_MS = 150;

const stop = new AbortController();
let changes = new Map<number, FileState>();
let decide: ((isAgain: boolean) => void) | undefined;

const tell = (news: ZipNews) => self.postMessage(news);

function tellProgress(): void {
  if (changes.size === 0) return;
  tell({ type: "progress", changes: [...changes] });
  changes = new Map();
}

/** Waits for the person. */
function ask(): Promise<boolean> {
  tellProgress();
  tell({ type: "paused" });
  return new Promise((resolve) => {
    decide = resolve;
  });
}

async function make(job: ZipJob): Promise<ZipNews> {
  let output: Output;
  try {
    output = await openOutput(job.output);
  } catch {
    return { type: "refused", problem: "output" };
  }
  const note = (place: number, state: FileState) => changes.set(place, state);
  const timer = setInterval(tellProgress, NEWS_MS);
  try {
    const bytes = await new Pack(job, output, { tell: note, ask, signal: stop.signal }).run();
    return { type: "done", bytes };
  } catch (error) {
    if (stop.signal.aborted) return { type: "cancelled" };
    return { type: "refused", problem: error instanceof OutputError ? error.problem : "output" };
  } finally {
    clearInterval(timer);
    tellProgress();
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ZipOrder>) => {
  if (data.type === "begin") void make(data.job).then(tell);
  else if (data.type === "cancel") {
    stop.abort();
    decide?.(false);
  } else decide?.(data.type === "again");
});
