/** Playwright's global setup: the built app with the sample archive. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchApp } from "./app.ts";
import type { TestEngines } from "./engines.ts";

/**
 * Starts it, unless ROOST_URL names one that runs already.
 * @param engines to run on; Playwright gives its own settings here, and then the app starts engines of its own
 * @returns what stops it
 */
export default async function startApp(engines?: TestEngines | object): Promise<() => Promise<void>> {
  if (process.env["ROOST_URL"]) return async () => {};
  const data = await mkdtemp(join(tmpdir(), "roost-e2e-"));
  const shared = engines !== undefined && "forApp" in engines ? engines.forApp : {};
  const app = launchApp({
    ROOST_DATA: data,
    ROOST_SAMPLE: "1",
    SEARCH_TIMEOUT_MS: "10000",
    TRUSTED_PROXIES: "127.0.0.1",
    ...shared,
  });
  process.env["ROOST_URL"] = await app.running; // read by the config again in each worker
  process.env["ROOST_E2E_DATA"] = data; // for commands an operator runs beside it
  return async () => {
    await app.stop();
    await rm(data, { recursive: true, force: true });
  };
}
