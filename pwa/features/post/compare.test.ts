import { expect, test } from "vitest";
import { allFiles, compareFiles, compareWords, distinctVersions, filesOf } from "./compare.ts";

const file = (name: string, path = name) => ({ name, path });
const post = (part: object) => ({ title: "T", content: "", file: {}, attachments: [], ...part }) as never;

test("files are kept, added, removed and replaced by their hash", () => {
  const before = [file("kept"), file("gone"), file("cover.png", "old")];
  const after = [file("cover.png", "new"), file("renamed", "kept"), file("more")];
  expect(compareFiles(before, after).map(({ change, file: { name } }) => `${change} ${name}`)).toEqual([
    "replaced cover.png",
    "kept renamed",
    "added more",
    "removed gone",
  ]);
  expect(compareFiles(after, after).every(({ change }) => change === "kept")).toBe(true);
});

test("words are compared, also where no spaces are", () => {
  expect(compareWords("a grey harbor", "a green harbor")).toEqual([
    { change: "kept", text: "a " },
    { change: "removed", text: "grey" },
    { change: "added", text: "green" },
    { change: "kept", text: " harbor" },
  ]);
  const changed = compareWords("新しい灯台の絵です", "古い灯台の絵です", "ja").filter(
    ({ change }) => change !== "kept",
  );
  expect(changed.map(({ text }) => text).join("|")).not.toContain("灯台");
  const long = compareWords(`${"same ".repeat(500)}one`, `${"same ".repeat(500)}two`);
  expect(long[0]?.text.length).toBeLessThan(300);
  expect(compareWords("", "")).toEqual([]);
});

test("identical revisions are one, and all files of all of them are listed once", () => {
  const versions = distinctVersions([
    [3, post({ attachments: [file("a"), file("a")] })],
    [2, post({ revision_id: 9, attachments: [file("a")] })],
    [1, post({ revision_id: 8, attachments: [file("b"), file("a")] })],
    [0, post({ revision_id: 7, title: "Before", file: file("c") })],
  ]);
  expect(versions.map(({ revision, index, count }) => [revision, index, count])).toEqual([
    [undefined, 3, 2],
    ["8", 1, 1],
    ["7", 0, 1],
  ]);
  expect(allFiles(versions).map(({ path }) => path)).toEqual(["a", "b", "c"]);
  expect(filesOf({ file: file("a"), attachments: [file("a"), file("b")] })).toHaveLength(2);
});
