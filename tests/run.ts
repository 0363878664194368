/**
 * `npm test`: build, engines, browser, every test; the last line counts them. `npm run test:slow`: files named `*.large.*`
 * at their full size, some minutes each (support/scale.ts). Arguments are parts of file names.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, PROJECT } from "#backend/supervisor/build.ts";
import { findBrowser } from "./support/browser.ts";
import startApp from "./support/browser-app.ts";
import {
  addResults,
  failure,
  line,
  type Outcome,
  type Results,
  readPlaywright,
  readVitest,
  slowest,
} from "./support/counts.ts";
import { startTestEngines, type TestEngines } from "./support/engines.ts";
import { installImporterPrograms } from "./support/packages.ts";
import { isSlowRun } from "./support/scale.ts";

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

/** Runs a test program with its output shown; gives its report, undefined when it left none. */
async function run(args: string[], env: Record<string, string>, report: string): Promise<Outcome> {
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: PROJECT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
  const text = await readFile(report, "utf8").catch(() => "");
  try {
    return { code, report: JSON.parse(text) };
  } catch {
    return { code };
  }
}

interface Setting {
  engines: TestEngines;
  /** The browser's program. */
  browser: string;
  /** A folder for the reports. */
  scratch: string;
}

/** Tests of units against the engines, and of components in a browser. */
async function vitest(filters: string[], { engines, browser, scratch }: Setting): Promise<Results> {
  const report = join(scratch, "vitest.json");
  const retried = join(scratch, "second-attempts.json");
  const args = [packageFile("vitest", "vitest.mjs"), "run"];
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--reporter=tests/support/second-attempts.ts",
  ];
  const env = { ...engines.env, ROOST_BROWSER: browser, ROOST_SECOND_ATTEMPTS: retried };
  const outcome = await run([...args, ...reporters, ...filters], env, report);
  const names = await readFile(retried, "utf8").catch(() => "[]");
  return { ...readVitest(outcome), retried: JSON.parse(names) };
}

/** Journeys through the whole app. */
async function playwright(
  filters: string[],
  started: Promise<() => Promise<void>>,
  { browser, scratch }: Setting,
): Promise<Results> {
  const stopApp = await started;
  const report = join(scratch, "playwright.json");
  const args = [packageFile("playwright", "cli.js"), "test", "-c", "tests/playwright.config.ts"];
  const env = { ROOST_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const outcome = await run([...args, "--reporter=list,json", ...filters], env, report);
  await stopApp();
  return readPlaywright(outcome);
}

const times: string[] = [];

/** Notes how long a step took. */
async function timed<T>(name: string, step: Promise<T>): Promise<T> {
  const begun = performance.now();
  return await step.finally(() => {
    times.push(`${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${name}`);
  });
}

/** A step that fails without results is one failure; its error is printed. */
async function counted(name: string, step: () => Promise<Results>): Promise<Results> {
  try {
    return await timed(name, step());
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return failure();
  }
}

/** One after the other: there is one apt-get. */
async function findPrograms() {
  const browser = await findBrowser(console.log);
  await installImporterPrograms(console.log);
  return browser;
}

/** @param filters those with "spec", "e2e" or "offline" are for the journeys. None: all tests. */
async function main(filters: string[]): Promise<Results> {
  const forJourneys = filters.filter((filter) => /spec|e2e|^(tests\/)?offline/.test(filter));
  const forUnits = filters.filter((filter) => !forJourneys.includes(filter));
  const all = filters.length === 0;
  const scratch = await mkdtemp(join(tmpdir(), "roost-test-run-"));
  const results: Results[] = [];
  try {
    const [, { file: browser, whose }] = await timed(
      "Build",
      Promise.all([build({ log: console.log }), findPrograms()]),
    );
    const engines = await timed("Start of the engines", startTestEngines());
    console.log(`Engines: ${engines.about}\nBrowser: ${whose}, ${browser}`);
    const setting = { engines, browser, scratch };
    const journeys = all || forJourneys.length > 0;
    // It loads its sample while the first tests run.
    const app = journeys
      ? timed("Start of the app with its sample, meanwhile", startApp(engines))
      : undefined;
    app?.catch(() => {}); // thrown where it is awaited
    try {
      if (all || forUnits.length > 0)
        results.push(await counted("Unit and component tests", () => vitest(forUnits, setting)));
      if (app) results.push(await counted("Journeys", () => playwright(forJourneys, app, setting)));
    } finally {
      await engines.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return addResults(results);
}

const given = process.argv.slice(2);
const filters = isSlowRun && given.length === 0 ? [".large.", ".large.spec"] : given;
const { counts, files, failed, retried } = await counted("All", () => main(filters));
console.log(`\nTimes:\n${times.join("\n")}\nSlowest files:\n${slowest(files, 10).join("\n")}`);
for (const name of failed) console.log(`Failed: ${name}`);
for (const name of retried) console.log(`Defect: ${name} needed a second attempt`);
console.log(line(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
