/** Writes one ZIP off the main thread; the page terminates the worker afterwards. */

import { serve } from "../../../lib/worker-rpc/serve.ts";
import { setDeviceKey } from "../../../lib/worker-rpc/set-device-key.ts";
import { OutputError, Pack } from "./pack.ts";
import { type Output, openOutput } from "./sinks.ts";
import type { FileState, ZipEnd, ZipEvents, ZipJob, ZipMethods } from "./worker-api.ts";

const PROGRESS_MS = 150;

const stop = new AbortController();
let changes = new Map<number, FileState>();
let decide: ((isRetried: boolean) => void) | undefined;

const emit = serve<ZipMethods, ZipEvents>({
  setDeviceKey,
  make,
  decide: (isRetried) => decide?.(isRetried),
  cancel() {
    stop.abort();
    decide?.(false);
  },
});

function emitProgress(): void {
  if (changes.size === 0) return;
  emit("progress", [...changes]);
  changes = new Map();
}

/** Waits for the visitor's decision. */
function ask(): Promise<boolean> {
  emitProgress();
  emit("paused", undefined);
  return new Promise((resolve) => {
    decide = resolve;
  });
}

async function make(job: ZipJob): Promise<ZipEnd> {
  let output: Output;
  try {
    output = await openOutput(job.output);
  } catch {
    return { type: "refused", problem: "output" };
  }
  const onState = (place: number, state: FileState) => changes.set(place, state);
  const timer = setInterval(emitProgress, PROGRESS_MS);
  try {
    const bytes = await new Pack(job, output, { onState, ask, signal: stop.signal }).run();
    const blob = output.blob?.();
    return { type: "done", bytes, ...(blob && { blob }) };
  } catch (error) {
    if (stop.signal.aborted) return { type: "cancelled" };
    return { type: "refused", problem: error instanceof OutputError ? error.problem : "output" };
  } finally {
    clearInterval(timer);
    emitProgress();
  }
}
