/**
 * Runs `npm test`: build, engines, browser, every test; the last line counts them. `npm run test:slow` runs the files named
 * `*.large.*` at their full size, some minutes each (support/scale.ts). Arguments are parts of file names.
 */
import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build, PROJECT } from "#backend/supervisor/build.ts";
import { onInterrupt } from "#backend/supervisor/interrupt.ts";
import { endsWithParent } from "#backend/supervisor/run-as.ts";
import { findBrowser } from "./support/browser.ts";
import { launchSampleApp, type SampleApp } from "./support/browser-app.ts";
import {
  addResults,
  failure,
  line,
  type Outcome,
  type Results,
  readPlaywright,
  readVitest,
  slowest,
  snapshotIn,
} from "./support/counts.ts";
import { startTestEngines, type TestEngines } from "./support/engines.ts";
import { installTestPrograms } from "./support/packages.ts";
import { isSlowRun } from "./support/scale.ts";
import { makeScratch } from "./support/scratch.ts";

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

/** Stops the run before its end: on Ctrl-C, a signal, or when npm is gone. */
const interrupted = new AbortController();

/** Runs a test program with its output shown, and ends it where the run is stopped. @returns its report, where it left one */
async function run(args: string[], env: Record<string, string>, report: string): Promise<Outcome> {
  const { signal } = interrupted;
  signal.throwIfAborted();
  const [file = "", ...options] = [...(await endsWithParent("TERM")), process.execPath, ...args];
  const child = spawn(file, options, {
    cwd: PROJECT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const end = () => child.kill("SIGTERM");
  signal.addEventListener("abort", end);
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  }).finally(() => signal.removeEventListener("abort", end));
  signal.throwIfAborted();
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
  /** Folder for the reports and all temporary files. */
  scratch: string;
}

/** Runs the unit tests, also those on the engines, and the component tests. */
async function vitest(filters: string[], { engines, browser, scratch }: Setting): Promise<Results> {
  const report = join(scratch, "vitest.json");
  const args = [packageFile("vitest", "vitest.mjs"), "run"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = { ...engines.env, ROOST_BROWSER: browser };
  return readVitest(await run([...args, ...reporters, ...filters], env, report));
}

/** Runs the journeys through the whole app. */
async function playwright(
  filters: string[],
  app: SampleApp,
  { engines, browser, scratch }: Setting,
): Promise<Results> {
  await app.running;
  const report = join(scratch, "playwright.json");
  const args = [packageFile("playwright", "cli.js"), "test", "-c", "tests/playwright.config.ts"];
  const env = { ...engines.env, ROOST_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return readPlaywright(await run([...args, "--reporter=list,json", ...filters], env, report));
}

const times: string[] = [];

/** Measures a step. */
async function timed<T>(name: string, step: Promise<T>): Promise<T> {
  const begun = performance.now();
  return await step.finally(() => {
    times.push(`${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${name}`);
  });
}

/** Runs a step. One that throws is one failure, and its error is printed. */
async function counted(name: string, step: () => Promise<Results>): Promise<Results> {
  try {
    return await timed(name, step());
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return failure();
  }
}

/** Finds or installs programs, one after the other: apt-get runs once at a time. */
async function findPrograms() {
  const browser = await findBrowser(console.log);
  await installTestPrograms(console.log);
  return browser;
}

/** Splits filters of file names: those with "spec", "e2e" or "offline" are for the journeys. None: all tests. */
function split(filters: string[]) {
  const forJourneys = filters.filter((filter) => /spec|e2e|^(tests\/)?offline/.test(filter));
  const forUnits = filters.filter((filter) => !forJourneys.includes(filter));
  const all = filters.length === 0;
  return {
    forJourneys,
    forUnits,
    runsJourneys: all || forJourneys.length > 0,
    runsUnits: all || forUnits.length > 0,
  };
}

async function main(filters: string[]): Promise<Results> {
  const { forJourneys, forUnits, runsJourneys, runsUnits } = split(filters);
  const scratch = await makeScratch();
  process.env["TMPDIR"] = scratch; // of this process and all it starts
  const stops = [() => rm(scratch, { recursive: true, force: true })];
  const results: Results[] = [];
  try {
    const preparing = Promise.all([build({ log: console.log }), findPrograms()]);
    const [, { file: browser, whose }] = await timed("Build", preparing);
    interrupted.signal.throwIfAborted();
    const engines = await timed("Start of the engines", startTestEngines());
    stops.push(engines.stop);
    console.log(`Engines: ${engines.about}\nBrowser: ${whose}, ${browser}`);
    const setting = { engines, browser, scratch };
    // It loads its sample while the unit tests run.
    const app = runsJourneys ? launchSampleApp(engines.forApp) : undefined;
    if (app !== undefined) stops.push(app.stop);
    if (runsUnits) results.push(await counted("Unit and component tests", () => vitest(forUnits, setting)));
    if (app) results.push(await counted("Journeys", () => playwright(forJourneys, app, setting)));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return addResults(results);
}

onInterrupt((line) => {
  console.log(line);
  interrupted.abort(new Error("Stopped before the end."));
});
const given = process.argv.slice(2);
const filters = isSlowRun && given.length === 0 ? [".large.", ".large.spec"] : given;
const { counts, files, failed, pages } = await counted("All", () => main(filters));
for (const page of pages) console.log(snapshotIn(await readFile(page, "utf8")));
console.log(`\nTimes:\n${times.join("\n")}\nSlowest files:\n${slowest(files, 10).join("\n")}`);
for (const name of failed) console.log(`Failed: ${name}`);
console.log(line(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
