import { expect, test } from "vitest";
import { describeContradiction, describePreview } from "./report.ts";

const EMPTY = { counts: {}, records: 0, bytes: 0, present: 0 };
const describe = (programs: [string, string[]][], withoutMetadata: number) =>
  describePreview(EMPTY, { programs: new Map(programs), unknown: [], withoutMetadata, problems: 0 });

test("files of no known program: the preview names the option that imports them", () => {
  expect(describe([], 2)).toContain("--creator patreon/12345=Ann");
  expect(describe([["gallery-dl", ["a"]]], 2)).toContain("--creator patreon/12345=Ann");
  expect(describe([], 0)).not.toContain("--creator");
});

test("a contradiction is one line: the post with its metadata, or the name with the ids", () => {
  const fields = { service: "patreon", id: "10" };
  expect(describeContradiction({ kind: "text", path: "Ann/10.json", entity: "posts", fields })).toMatch(
    /^Ann\/10\.json: patreon\/10 has another text/,
  );
  const name = { kind: "name", service: "fansly", name: "ann", ids: ["29", "30"] } as const;
  expect(describeContradiction(name)).toBe(
    "fansly/ann: several creators have this name (29, 30), so its posts stay apart",
  );
});
