/** The built app with the sample archive, for the journeys. */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchApp } from "./app.ts";

export interface SampleApp {
  /** Resolves once it runs; its address is then in ROOST_URL. */
  running: Promise<void>;
  /** Stops it, also while it starts. */
  stop(): Promise<void>;
}

/** Starts it, unless ROOST_URL names one that runs already. @param settings by default it starts engines of its own */
export function launchSampleApp(settings: Record<string, string> = {}): SampleApp {
  if (process.env["ROOST_URL"]) return { running: Promise.resolve(), stop: async () => {} };
  const data = mkdtempSync(join(tmpdir(), "roost-e2e-"));
  const app = launchApp({
    ROOST_DATA: data,
    ROOST_SAMPLE: "1",
    SEARCH_TIMEOUT_MS: "10000",
    TRUSTED_PROXIES: "127.0.0.1",
    ...settings,
  });
  const running = app.running.then((address) => {
    process.env["ROOST_URL"] = address; // the configuration reads it again in each worker
    process.env["ROOST_E2E_DATA"] = data; // for commands that an operator runs beside it
  });
  running.catch(() => {}); // thrown where it is awaited
  return {
    running,
    async stop() {
      await app.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Playwright's global setup. @returns its teardown */
export default async function startSampleApp(): Promise<() => Promise<void>> {
  const app = launchSampleApp();
  await app.running;
  return app.stop;
}
