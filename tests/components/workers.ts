/**
 * Workers that the app has started. They keep what they have loaded, so those of one test file are ended before the
 * next: files share a page.
 */
import { beforeEach } from "vitest";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";

const workers: Worker[] = [];

globalThis.Worker = class extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    workers.push(this);
  }
};

/** An error ends a worker, and the next call starts another (pwa/lib/worker-rpc/client.ts). */
export function endWorkers(): void {
  for (const worker of workers.splice(0)) worker.dispatchEvent(new Event("error"));
}

/** For tests about what a worker loads. */
export function endWorkersBeforeEach(): void {
  beforeEach(async () => {
    endWorkers();
    await caches.delete(CREATORS_CACHE);
  });
}
