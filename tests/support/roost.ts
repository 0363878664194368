/** The built command line, which `npm test` has built before. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Arguments of Node: `[ROOST, "import", folder]`. */
export const ROOST = fileURLToPath(new URL("../../dist/server/roost.js", import.meta.url));

/** The command as a process of its own, without a terminal. */
export function spawnRoost(databaseUrl: string, data: string, args: string[]) {
  const child = spawn(process.execPath, [ROOST, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ROOST_DATA: data },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code, out, err }));
  });
  return { child, ended };
}
