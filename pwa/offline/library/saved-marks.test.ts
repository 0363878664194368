import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSavedMarks, printSavedMarks, type SavedMark } from "./saved-marks.ts";

const mark = fc.record<SavedMark>({
  state: fc.constantFrom("saving", "partial", "whole", "listed", "gone"),
  whole: fc.nat(500),
  total: fc.nat(500),
  title: fc.string({ unit: "binary", maxLength: 200 }),
});

test("marks are read as they were written, with the title on one line and cut", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+\/[\w-]+\/[\w-]+$/), mark), (all) => {
      const before = new Map(Object.entries(all));
      const after = parseSavedMarks(printSavedMarks(before));
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [key, { title, ...rest }] of after) {
        const { title: given, ...expected } = before.get(key) as SavedMark;
        expect(rest).toEqual(expected);
        expect([...title].length).toBeLessThanOrEqual(80);
        expect(given.replace(/\s+/g, " ").trim().startsWith(title.trim())).toBe(true);
      }
    }),
  );
});

test("lines that mean nothing are left out", () => {
  expect(parseSavedMarks("x\ta/b/c\t1\t1\tT\n\nnonsense\nw\t\t1\t1\tT").size).toBe(0);
  expect(parseSavedMarks("w\ta/b/c").get("a/b/c")).toEqual({ state: "whole", whole: 0, total: 0, title: "" });
});
