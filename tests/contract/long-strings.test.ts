/** No string makes the API work for longer than its length explains. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CHILD = fileURLToPath(new URL("../support/long-strings-child.ts", import.meta.url));
/** Ends what hangs: quadratic work takes many times longer. */
const TIMEOUT_MS = 600_000;

test("every string schema of every contract takes linear time", { timeout: TIMEOUT_MS + 10_000 }, () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", CHILD], {
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const last = stdout.trimEnd().split("\n").at(-1);
  expect(last, stderr).toMatch(/^\d{3} schemas$/);
});
