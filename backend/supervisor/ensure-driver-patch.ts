/** Ensures that the driver is patched before it is loaded, since `npm ci --ignore-scripts` skips the patch. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const patch = fileURLToPath(new URL("../db/patch-driver.mjs", import.meta.url));
// Starts even on a read-only installation: the patch reports the failure on standard error.
spawnSync(process.execPath, [patch], { stdio: ["ignore", "ignore", "inherit"] });
