/** A worker keeps what it has loaded; a test that is about loading it begins without one. */
import { beforeEach, vi } from "vitest";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";

/** An error ends a worker, and the next call starts another (pwa/lib/worker-rpc/client.ts). */
export function endWorkersBeforeEach(): void {
  const workers: Worker[] = [];
  const Started = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      workers.push(this);
    }
  };
  vi.stubGlobal("Worker", Started);
  beforeEach(async () => {
    for (const worker of workers.splice(0)) worker.dispatchEvent(new Event("error"));
    await caches.delete(CREATORS_CACHE);
  });
}
