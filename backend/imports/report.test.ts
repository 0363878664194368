import { expect, test } from "vitest";
import { describePreview } from "./report.ts";

const EMPTY = { counts: {}, records: 0, bytes: 0, present: 0 };
const describe = (programs: [string, string[]][], withoutMetadata: number) =>
  describePreview(EMPTY, { programs: new Map(programs), unknown: [], withoutMetadata, problems: 0 });

test("files of no known program: the preview names the option that imports them", () => {
  expect(describe([], 2)).toContain("--creator patreon/12345=Ann");
  expect(describe([["gallery-dl", ["a"]]], 2)).toContain("--creator patreon/12345=Ann");
  expect(describe([], 0)).not.toContain("--creator");
});
