import { expect, test } from "vitest";
import { add, countPlaywright, countVitest, line, none } from "#tests/support/counts.ts";

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };
const playwright = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] };

test("the last line adds up what both programs report", () => {
  const sum = add(countVitest({ code: 0, report: vitest }), countPlaywright({ code: 1, report: playwright }));
  expect(line(sum)).toBe("9 passed, 1 failed, 3 skipped");
  expect(line({ ...none, passed: 2 })).toBe("2 passed, 0 failed");
});

test("a program that crashed, left no report, or failed without a failed test is one failure", () => {
  expect(countVitest({ code: 1 }).failed).toBe(1);
  expect(countVitest({ code: 1, report: vitest }).failed).toBe(1);
  expect(
    countVitest({ code: 1, report: { ...vitest, testResults: [{ status: "failed", assertionResults: [] }] } })
      .failed,
  ).toBe(1);
  expect(countPlaywright({ code: 1, report: {} }).failed).toBe(1);
});
