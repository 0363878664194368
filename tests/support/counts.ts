/** Adds up what the test programs report. A program that says nothing, or fails without a failed test, counts as one failure. */
import { z } from "zod";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** `N passed, N failed`, and skipped ones if there are any. */
export function line({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export interface Outcome {
  code: number;
  report?: unknown;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

export function countVitest({ code, report }: Outcome): Counts {
  const parsed = VitestReport.safeParse(report);
  if (!parsed.success) return { ...none, failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data;
  const crashed = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return withCode(code, {
    passed: numPassedTests,
    failed: numFailedTests + crashed,
    skipped: numPendingTests + numTodoTests,
  });
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/** One that passed at its second attempt (CI alone has one) counts as passed; the list above the line names it as flaky. */
export function countPlaywright({ code, report }: Outcome): Counts {
  const parsed = PlaywrightReport.safeParse(report);
  if (!parsed.success) return { ...none, failed: 1 };
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  return withCode(code, {
    passed: expected + flaky,
    failed: unexpected + parsed.data.errors.length,
    skipped,
  });
}

function withCode(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
