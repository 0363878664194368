/**
 * Reads the reports of the test programs: how many tests passed, which failed, how long each file took.
 * A program without a report, or one that fails without a failed test, counts as one failure.
 */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Results {
  counts: Counts;
  /** Milliseconds by file, relative to the project. */
  files: Map<string, number>;
  /** Names of tests that failed, each with the start of its error. */
  failed: string[];
  /** Files that describe the page of each failed journey, as Playwright wrote them. */
  pages: string[];
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };
const nothing = (): Results => ({ counts: none, files: new Map(), failed: [], pages: [] });
export const failure = (): Results => ({ ...nothing(), counts: { ...none, failed: 1 } });

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export function addResults(all: readonly Results[]): Results {
  const sum = nothing();
  for (const { counts, files, failed, pages } of all) {
    sum.counts = add(sum.counts, counts);
    for (const [file, ms] of files) sum.files.set(file, (sum.files.get(file) ?? 0) + ms);
    sum.failed.push(...failed);
    sum.pages.push(...pages);
  }
  return sum;
}

/** `N passed, N failed`, and skipped ones if there are any. */
export function line({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The files that took longest, longest first: `  12.3 s  path`. */
export function slowest(files: ReadonlyMap<string, number>, count: number): string[] {
  return [...files]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

const SNAPSHOT_LINES = 60;
const ERROR_LINES = 8;

/** Cuts the test's name and the page's start out of a file that Playwright wrote about a failed test. */
export function snapshotIn(context: string): string {
  const sections = context.split(/^# /m);
  const named = (title: string) => sections.find((section) => section.startsWith(title)) ?? "";
  return `${named("Test info")}${named("Page snapshot")}`.split("\n").slice(0, SNAPSHOT_LINES).join("\n");
}

/** A failed test's name and the first lines of its errors, indented. */
function withErrors(name: string, errors: readonly string[]): string {
  const lines = errors.flatMap((error) => {
    const text = stripVTControlCharacters(error).split("\n");
    return text.filter((line) => line.trim() !== "").slice(0, ERROR_LINES);
  });
  return [name, ...lines.map((line) => `    ${line}`)].join("\n");
}

export interface Outcome {
  /** Exit code of the program. */
  code: number;
  report?: unknown;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export function readVitest({ code, report }: Outcome): Results {
  const parsed = VitestReport.safeParse(report);
  if (!parsed.success) return failure();
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data;
  const crashed = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  const counts = withCode(code, {
    passed: numPassedTests,
    failed: numFailedTests + crashed,
    skipped: numPendingTests + numTodoTests,
  });
  const files = new Map(testResults.map((file) => [relative("", file.name), file.endTime - file.startTime]));
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative("", name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0 && status === "failed") return [file];
    return tests.map(({ fullName, failureMessages }) =>
      withErrors(`${file}: ${fullName}`, failureMessages ?? []),
    );
  });
  if (counts.failed > 0 && failed.length === 0) failed.push(`Vitest ended with ${code}, see above`);
  return { counts, files, failed, pages: [] };
}

const Attempt = z.object({
  duration: z.number(),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
  attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })).default([]),
});
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(Attempt) })),
});
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
  suites: z.array(Suite),
  errors: z.array(z.unknown()),
});

export function readPlaywright({ code, report }: Outcome): Results {
  const parsed = PlaywrightReport.safeParse(report);
  if (!parsed.success) return failure();
  const { stats, suites, errors } = parsed.data;
  const counts = withCode(code, {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  });
  const files = new Map<string, number>();
  const failed: string[] = [];
  const pages: string[] = [];
  for (const { file, title, tests } of specsOf(suites)) {
    const path = `tests/${file}`;
    for (const { status, results } of tests) {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0);
      files.set(path, (files.get(path) ?? 0) + ms);
      if (status !== "unexpected") continue;
      const errors = results.flatMap((attempt) => attempt.errors.map(({ message }) => message ?? ""));
      failed.push(withErrors(`${path}: ${title}`, errors));
      for (const { attachments } of results)
        for (const { name, path } of attachments)
          if (name === "error-context" && path !== undefined) pages.push(path);
    }
  }
  if (counts.failed > 0 && failed.length === 0) failed.push(`Playwright ended with ${code}, see above`);
  return { counts, files, failed, pages };
}

function specsOf(suites: readonly z.infer<typeof Suite>[]): z.infer<typeof Spec>[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);
}

function withCode(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
