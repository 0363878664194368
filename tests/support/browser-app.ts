/** Playwright's global setup: the built app with the sample archive, on the real engines. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchApp } from "./app.ts";

export default async function startApp(): Promise<() => Promise<void>> {
  if (process.env["ROOST_URL"]) return async () => {}; // an archive that runs already
  const data = await mkdtemp(join(tmpdir(), "roost-e2e-"));
  const app = launchApp({ ROOST_DATA: data, ROOST_SAMPLE: "1" });
  process.env["ROOST_URL"] = await app.running; // read by the config again in each worker
  process.env["ROOST_E2E_DATA"] = data; // for commands an operator runs beside it
  return async () => {
    await app.stop();
    await rm(data, { recursive: true, force: true });
  };
}
