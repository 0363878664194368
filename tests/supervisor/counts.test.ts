import { expect, test } from "vitest";
import {
  addResults,
  line,
  none,
  readPlaywright,
  readVitest,
  slowest,
  snapshotIn,
} from "#tests/support/counts.ts";

const file = {
  name: `${process.cwd()}/shared/a.test.ts`,
  status: "passed",
  startTime: 1_000,
  endTime: 3_500,
};
const vitest = {
  ...{ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 },
  testResults: [{ ...file, assertionResults: [{ fullName: "adds", status: "passed" }] }],
};
const attempt = (status: string, ...durations: number[]) => ({
  status,
  results: durations.map((duration) => ({
    duration,
    errors: [{ message: "\u001b[31mError\u001b[39m: 5 is not 6\n\n" }, { message: "At\n".repeat(20) }],
    attachments: [{ name: "screenshot" }, { name: "error-context", path: `${duration}.md` }],
  })),
});
const playwright = {
  stats: { expected: 3, unexpected: 1, skipped: 2 },
  suites: [
    {
      specs: [{ title: "opens", file: "e2e/b.spec.ts", tests: [attempt("expected", 400)] }],
      suites: [
        { specs: [{ title: "reloads", file: "e2e/b.spec.ts", tests: [attempt("expected", 8_000)] }] },
        { specs: [{ title: "breaks", file: "e2e/b.spec.ts", tests: [attempt("unexpected", 100)] }] },
      ],
    },
  ],
  errors: [],
};

test("counts, times and failed tests of both programs are added up", () => {
  const sum = addResults([
    readVitest({ code: 0, report: vitest }),
    readPlaywright({ code: 1, report: playwright }),
  ]);
  expect(line(sum.counts)).toBe("8 passed, 1 failed, 3 skipped");
  expect(line({ ...none, passed: 2 })).toBe("2 passed, 0 failed");
  expect(sum.failed).toEqual([
    ["tests/e2e/b.spec.ts: breaks", "Error: 5 is not 6", ...Array(8).fill("At")].join("\n    "),
  ]);
  expect(sum.pages).toEqual(["100.md"]);
  expect(slowest(sum.files, 1)).toEqual(["    8.5 s  tests/e2e/b.spec.ts"]);
  expect(slowest(sum.files, 9)).toEqual(["    8.5 s  tests/e2e/b.spec.ts", "    2.5 s  shared/a.test.ts"]);
});

test("a program that crashed, left no report, or failed without a failed test is one failure", () => {
  const results = [
    readVitest({ code: 1 }),
    readVitest({ code: 1, report: vitest }),
    readVitest({
      code: 1,
      report: { ...vitest, testResults: [{ ...file, status: "failed", assertionResults: [] }] },
    }),
    readPlaywright({ code: 1, report: {} }),
  ];
  expect(results.map(({ counts }) => counts.failed)).toEqual([1, 1, 1, 1]);
  expect(results.map(({ failed }) => failed)).toEqual([
    [],
    ["Vitest ended with 1, see above"],
    ["shared/a.test.ts"],
    [],
  ]);
});

test("a failed unit test has its error", () => {
  const failed = { fullName: "adds", status: "failed", failureMessages: ["AssertionError: 5 is not 6"] };
  const report = { ...vitest, numFailedTests: 1, testResults: [{ ...file, assertionResults: [failed] }] };
  expect(readVitest({ code: 1, report }).failed).toEqual([
    "shared/a.test.ts: adds\n    AssertionError: 5 is not 6",
  ]);
});

test("the page of a failed journey is shown by its first lines, without the error and the source", () => {
  const context = `# Instructions\n\n# Test info\n\n- Name: breaks\n\n# Error details\n\nlong\n\n# Page snapshot\n\n${"- link\n".repeat(200)}\n# Test source\n`;
  const lines = snapshotIn(context).split("\n");
  expect(lines).toHaveLength(60);
  expect(lines).toEqual(expect.arrayContaining(["- Name: breaks", "- link"]));
  expect(snapshotIn(context)).not.toMatch(/long|source/);
  expect(snapshotIn("")).toBe("");
});
