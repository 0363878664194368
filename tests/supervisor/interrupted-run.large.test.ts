/**
 * `npm test` that is stopped before its end: the engines, the archive and the test programs end with it. The other signals,
 * a killed npm and a killed run are tested in `npm run test:slow`: interrupt.test.ts shows that all signals stop a program
 * the same way, start.pg.test.ts that programs end when the one that started them is killed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROJECT } from "#backend/supervisor/build.ts";
import { isAlive } from "#backend/supervisor/processes.ts";
import { processTree } from "#tests/support/process-tree.ts";
import { isSlowRun } from "#tests/support/scale.ts";

vi.setConfig({ testTimeout: 600_000 }); // limits of what hangs

let temporary: string;
let npm: ChildProcess;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), "roost-interrupted-"));
});
afterEach(async () => {
  npm.kill("SIGKILL");
  await rm(temporary, { recursive: true, force: true });
});

/** Starts a run below a process that stands for npm. @returns the processes once engines, archive and a test program run */
async function startRun(): Promise<{ run: number; pids: number[] }> {
  const script = `"${process.execPath}" --import tsx tests/run.ts counts.test e2e/theme.spec & wait`;
  const { PATH, HOME } = process.env;
  npm = spawn("sh", ["-c", script], {
    cwd: PROJECT,
    stdio: "ignore",
    env: { PATH, HOME, TMPDIR: temporary, npm_lifecycle_event: "test" },
  });
  const programs = [
    /bin\/postgres -D/,
    /bin\/meilisearch /,
    /roost\.js start/,
    /vitest\.mjs|playwright\/cli\.js/,
  ];
  return await vi.waitUntil(
    async () => {
      const pids = await processTree(npm.pid ?? 0);
      const commands = await Promise.all(pids.map(commandOf));
      const run =
        pids[commands.findIndex((command) => command.includes("tests/run.ts") && !command.startsWith("sh"))];
      const isUp = programs.every((program) => commands.some((command) => program.test(command)));
      return run !== undefined && isUp ? { run, pids: pids.slice(1) } : undefined;
    },
    { timeout: 240_000, interval: 50 },
  );
}

const commandOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");

/** Waits for the end of all; what one of them started meanwhile would still hold its folder open. */
async function expectNothingLeft(pids: number[]): Promise<void> {
  await expect
    .poll(
      async () => {
        const living = await Promise.all(pids.map(isAlive));
        return Promise.all(pids.filter((_, at) => living[at]).map(commandOf));
      },
      { timeout: 240_000 },
    )
    .toEqual([]);
}

const SIGNALS = isSlowRun ? (["SIGINT", "SIGTERM", "SIGHUP"] as const) : (["SIGINT"] as const);

test.runIf(process.platform === "linux").each(SIGNALS)("after %s nothing is left of it", async (signal) => {
  const { run, pids } = await startRun();
  process.kill(run, signal);
  await once(npm, "exit");
  await expectNothingLeft(pids);
  expect((await readdir(temporary)).filter((name) => name.startsWith("roost-"))).toEqual([]);
});

test.runIf(process.platform === "linux" && isSlowRun)(
  "when npm is killed nothing is left of it",
  async () => {
    const { pids } = await startRun();
    npm.kill("SIGKILL");
    await expectNothingLeft(pids);
  },
);

test.runIf(process.platform === "linux" && isSlowRun)(
  "when the run itself is killed no program is left of it",
  async () => {
    const { run, pids } = await startRun();
    process.kill(run, "SIGKILL");
    await expectNothingLeft(pids);
    await access(temporary); // its folders stay
  },
);
