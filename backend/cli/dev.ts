/** `npm run dev`: the same engines; API and indexer restart on source changes, and Vite serves the app. */
import "#backend/supervisor/ensure-driver-patch.ts"; // first: later imports load the driver
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadSample } from "#backend/sample/load.ts";
import { PROJECT } from "#backend/supervisor/build.ts";
import { startCommand } from "#backend/supervisor/start-command.ts";

const archive = await startCommand({ watch: true, loadSample });
const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
const app = spawn(process.execPath, [vite], {
  cwd: PROJECT,
  stdio: "inherit",
  env: { ...process.env, ROOST_API: archive.address },
});
app.once("exit", () => process.kill(process.pid, "SIGTERM"));
process.once("exit", () => app.kill());
