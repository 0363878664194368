/** `npm test`: engines, browser, build, every test; the last line counts them. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, PROJECT } from "#backend/supervisor/build.ts";
import { findBrowser } from "./support/browser.ts";
import startApp from "./support/browser-app.ts";
import { add, type Counts, countPlaywright, countVitest, line, none } from "./support/counts.ts";
import { startTestEngines } from "./support/engines.ts";

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

/** Runs a test program with its output shown; gives its report, undefined when it left none. */
async function suite(
  args: string[],
  env: Record<string, string>,
  report: string,
): Promise<{ code: number; report?: unknown }> {
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: PROJECT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
  const text = await readFile(report, "utf8").catch(() => undefined);
  try {
    return { code, report: text === undefined ? undefined : JSON.parse(text) };
  } catch {
    return { code };
  }
}

async function unitTests(filters: string[], env: Record<string, string>, scratch: string): Promise<Counts> {
  const report = join(scratch, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return countVitest(
    await suite([packageFile("vitest", "vitest.mjs"), "run", ...reporters, ...filters], env, report),
  );
}

/** What runs side by side, and then, one by one, what measures times or takes all of a machine. */
const STAGES = [["--project=desktop", "--project=phone"], ["--project=alone"]];

async function browserTests(filters: string[], scratch: string): Promise<Counts> {
  const browser = await findBrowser(console.log);
  console.log(`Browser: ${browser.whose}, ${browser.file}`);
  const stopApp = await startApp();
  let counts = none;
  try {
    for (const [at, projects] of STAGES.entries()) {
      const report = join(scratch, `playwright-${at}.json`);
      const args = [
        packageFile("playwright", "cli.js"),
        "test",
        "-c",
        "tests/playwright.config.ts",
        "--reporter=list,json",
        "--pass-with-no-tests", // a filter may name tests of one stage only
        ...projects,
        ...filters,
      ];
      const env = { ROOST_BROWSER: browser.file, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
      counts = add(counts, countPlaywright(await suite(args, env, report)));
    }
  } finally {
    await stopApp();
  }
  return counts;
}

/** A step that fails without results is one failure, said aloud. */
async function counted(name: string, step: () => Promise<Counts>): Promise<Counts> {
  try {
    return await step();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return { ...none, failed: 1 };
  }
}

/** @param filters parts of file names; those with "spec" or "e2e" are for the browser tests. None: all tests. */
async function main(filters: string[]): Promise<Counts> {
  const forBrowser = filters.filter((filter) => /spec|e2e|offline/.test(filter));
  const forUnits = filters.filter((filter) => !forBrowser.includes(filter));
  const all = filters.length === 0;
  const scratch = await mkdtemp(join(tmpdir(), "roost-test-run-"));
  try {
    await build({ log: console.log });
    let counts = none;
    if (all || forUnits.length > 0) {
      const engines = await startTestEngines();
      console.log(`Engines: ${engines.about}`);
      counts = add(counts, await counted("Unit tests", () => unitTests(forUnits, engines.env, scratch)));
      await engines.stop();
    }
    if (all || forBrowser.length > 0)
      counts = add(counts, await counted("Browser tests", () => browserTests(forBrowser, scratch)));
    return counts;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const counts = await counted("npm test", () => main(process.argv.slice(2)));
console.log(line(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
