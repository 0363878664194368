import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverUrl } from "#tests/support/database.ts";
import { FILES, guard, unguard } from "./patch-driver.mjs";

const run = promisify(execFile);
const installed = dirname(dirname(dirname(createRequire(import.meta.url).resolve("postgres"))));
const CHILD = new URL("../../tests/support/driver-child.mjs", import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-driver-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type When = "at any time" | "in transactions";

const cut = (home: string, types: "types" | "plain", times: number, when: When) =>
  run(process.execPath, [CHILD, join(home, "src/index.js"), String(times), types, when], {
    env: { ...process.env, DATABASE_URL: serverUrl() },
    timeout: 200_000,
  });

test("the installed driver is guarded, and the guard is exactly reversible", async () => {
  for (const file of FILES) {
    const text = await readFile(join(installed, file), "utf8");
    expect(guard(text)).toBe(text);
    expect(unguard(text)).not.toContain("roost");
    expect(guard(unguard(text))).toBe(text);
  }
  expect(() => guard("something else")).toThrow("expected once, found 0 times");
});

test("connections cut in the middle of transactions reject their queries and the process keeps running", async () => {
  const tallyOf = async (when: When) =>
    JSON.parse((await cut(installed, "types", 60, when)).stdout) as { rejected: number; done: number };
  const tally = await tallyOf("at any time");
  expect(tally).toMatchObject({ hung: 0, usable: true });
  expect(tally.rejected).toBeGreaterThan(10);
  expect(tally.done).toBeGreaterThan(0); // how many depends on the machine
  // After cuts within milliseconds of each other the driver may leave a query without an answer, with the guard too.
  const quick = await tallyOf("in transactions");
  expect(quick).toMatchObject({ usable: true });
  expect(quick.rejected).toBeGreaterThan(10);
});

test("without the guard the same cuts end the process", async () => {
  const home = join(folder, "postgres");
  await cp(installed, home, { recursive: true });
  for (const file of FILES)
    await writeFile(join(home, file), unguard(await readFile(join(home, file), "utf8")));
  // One of the first that hit a transaction ends it.
  await expect(cut(home, "plain", 1_000, "in transactions")).rejects.toThrow(
    /Cannot read properties of null \(reading 'write'\)/,
  );
  await expect(cut(home, "types", 1_000, "in transactions")).rejects.toThrow(
    /triggerUncaughtException|Uncaught|Cannot read properties/,
  );
});
