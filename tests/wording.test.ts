import { expect, test } from "vitest";
import { wordingProblems } from "./wording.ts";

test.each([
  ["pwa/a.ts", "/** Asks again (wishes C7). */"],
  ["backend/a.ts", "/** Dates of the wire (contract 1.4). */"],
  ["shared/a.ts", "// spec section 9"],
  ["tests/a.spec.ts", 'test("opens without a line", () => {});'],
  ["pwa/ui/a.css", "/* the colour of the mark */"],
  ["pwa/i18n/en.json", '"zip.note": "Checked against its fingerprint."'],
  ["README.md", "## The house"],
  ["backend/a.ts", "/** What is kept. */"],
  ["pwa/a.tsx", "/**\n * So many rows. */"],
  ["backend/a.sql", "-- Of all posts."],
  ["backend/a.mjs", "const PATIENCE = 3;"],
  ["backend/a.sql", "select 1; -- hasten the rest"],
  ["tests/bench/a.ts", "const SLOWER = 4;"],
  ["tests/a.spec.ts", 'test("what is taken down leaves", () => {});'],
  ["pwa/a.dom.test.tsx", 'test.skip("what fails", () => {});'],
  ["backend/a.test.ts", '])("what is malformed is a word: %s", () => {});'],
  ["docs/a.md", "bringUpToDate runs first"],
  ["backend/a.ts", "function read(size: number, patience: number) {}"],
  ["pwa/a.ts", "const SAID_MS = 2_000;"],
  ["pwa/a.tsx", "/** Tells that rows are hidden. */"],
  ["docs/a.md", "What comes in is searchable within moments."],
  ["docs/a.md", "The search box finds words with typing errors."],
])("a planted word in %s is reported with its line", (path, text) => {
  const problems = wordingProblems(path, `fine\n${text}\n`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${path}:2: "`);
});

test.each([
  ["pwa/a.ts", "const color = lines[2]; // the specification of ZIP, section 4"],
  ["docs/a.md", "Chat rooms, and the line height of a text"],
  ["backend/a.ts", "const fingerprint = sha256(bytes);"],
  ["tests/a.png", "wishes C7"],
  ["pwa/b.ts", "/** Page size.\n * What is beyond it is cut. */ const MAX_AGE_MS = 3;"],
])("%s may say: %s", (path, text) => {
  expect(wordingProblems(path, text)).toEqual([]);
});
