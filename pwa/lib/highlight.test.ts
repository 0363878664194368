import { expect, test } from "vitest";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { splitMarked, withoutMarks } from "./highlight.ts";

const m = (text: string) => `${MARK_START}${text}${MARK_END}`;

test("matched words are pieces of their own", () => {
  expect(splitMarked(`a ${m("b")} c`)).toEqual([
    { text: "a ", isMatch: false },
    { text: "b", isMatch: true },
    { text: " c", isMatch: false },
  ]);
});

test("HTML stays text and unbalanced marks lose nothing", () => {
  expect(splitMarked(`<img onerror=x>${MARK_START}原神`)).toEqual([
    { text: "<img onerror=x>", isMatch: false },
    { text: "原神", isMatch: true },
  ]);
  expect(splitMarked(`${MARK_END}x`)).toEqual([{ text: "x", isMatch: false }]);
  expect(splitMarked("")).toEqual([]);
});

test("marks can be taken out", () => {
  expect(withoutMarks(`a ${m("b")}${m("c")}`)).toBe("a bc");
});
