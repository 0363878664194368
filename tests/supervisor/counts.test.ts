import { expect, test } from "vitest";
import { addResults, line, none, readPlaywright, readVitest, slowest } from "#tests/support/counts.ts";

const file = {
  name: `${process.cwd()}/shared/a.test.ts`,
  status: "passed",
  startTime: 1_000,
  endTime: 3_500,
};
const vitest = {
  ...{ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 },
  testResults: [{ ...file, assertionResults: [{}] }],
};
const attempt = (status: string, ...durations: number[]) => ({
  status,
  results: durations.map((duration) => ({ duration })),
});
const playwright = {
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
  suites: [
    {
      specs: [{ title: "opens", file: "e2e/b.spec.ts", tests: [attempt("expected", 400)] }],
      suites: [
        { specs: [{ title: "wavers", file: "e2e/b.spec.ts", tests: [attempt("flaky", 6_000, 2_000)] }] },
      ],
    },
  ],
  errors: [],
};

test("counts, times and second attempts of both programs are put together", () => {
  const sum = addResults([
    readVitest({ code: 0, report: vitest }),
    readPlaywright({ code: 1, report: playwright }),
  ]);
  expect(line(sum.counts)).toBe("9 passed, 1 failed, 3 skipped");
  expect(line({ ...none, passed: 2 })).toBe("2 passed, 0 failed");
  expect(sum.retried).toEqual(["tests/e2e/b.spec.ts: wavers"]);
  expect(slowest(sum.files, 1)).toEqual(["    8.4 s  tests/e2e/b.spec.ts"]);
  expect(slowest(sum.files, 9)).toEqual(["    8.4 s  tests/e2e/b.spec.ts", "    2.5 s  shared/a.test.ts"]);
});

test("a program that crashed, left no report, or failed without a failed test is one failure", () => {
  const failed = [
    readVitest({ code: 1 }),
    readVitest({ code: 1, report: vitest }),
    readVitest({
      code: 1,
      report: { ...vitest, testResults: [{ ...file, status: "failed", assertionResults: [] }] },
    }),
    readPlaywright({ code: 1, report: {} }),
  ].map(({ counts }) => counts.failed);
  expect(failed).toEqual([1, 1, 1, 1]);
});
