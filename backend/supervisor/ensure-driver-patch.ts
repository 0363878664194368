/** Makes sure, before the driver is loaded, that it is guarded: `npm ci --ignore-scripts` leaves that undone. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const patch = fileURLToPath(new URL("../db/patch-driver.mjs", import.meta.url));
// A read-only installation is no reason not to start: the patch says on standard error what is missing.
spawnSync(process.execPath, [patch], { stdio: ["ignore", "ignore", "inherit"] });
