import fc from "fast-check";
import { expect, test } from "vitest";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { insertMarks, snippetOf, spansOf } from "./highlight.ts";
import { parseQuery } from "./query.ts";

const show = (text: string) => text.replaceAll(MARK_START, "[").replaceAll(MARK_END, "]");
const mark = (text: string, q: string) => show(insertMarks(text, spansOf(text, parseQuery(q))));

test.each([
  ["The old lantern, lanterns", "latnern", "The old [lantern], lanterns"],
  ["The old lantern, lanterns", "lantern", "The old [lantern], [lanterns]"],
  ["Ein Ｃａｆé̂ am Fluß", "cafe fluss", "Ein [Ｃａｆé̂] am [Fluß]"],
  ["①東京都の灯台", "灯台", "①東京都の[灯台]"],
  ["古い灯台の歌", "古い燈台", "[古い]灯台の歌"],
  ["株式会社㍿の海", "海", "株式会社㍿の[海]"],
  ["ﾗﾝﾀﾞﾑｶﾞﾗｽ", "ガラス", "ﾗﾝﾀﾞﾑ[ｶﾞﾗｽ]"],
  ["red house", "red -house", "[red] house"],
])("%s with %s is %s", (text, q, expected) => {
  expect(mark(text, q)).toBe(expected);
});

test("a snippet begins shortly before the first hit and never halves a character", () => {
  const text = `${"one two three ".repeat(30)}lantern ${"four five ".repeat(30)}`;
  const snippet = show(snippetOf(text, spansOf(text, parseQuery("lantern"))));
  expect(snippet).toMatch(/^…(one|two|three) .*\[lantern\] four.*…$/);
  expect(snippet.length).toBeLessThan(170);
  const astral = "𠮷".repeat(300);
  expect(snippetOf(astral, [[200, 202]]).isWellFormed()).toBe(true);
  expect(snippetOf("nothing here", [])).toBe("nothing here");
});

test("property: marks add nothing and lose nothing, whatever the text", () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 40 })
    .map((one) => one.replace(/[\ue000\ue001]/g, ""));
  fc.assert(
    fc.property(text, text, (whole, q) => {
      const result = insertMarks(whole, spansOf(whole, parseQuery(q)));
      expect(result.replaceAll(MARK_START, "").replaceAll(MARK_END, "")).toBe(whole);
      expect(show(result)).not.toMatch(/\[\]/);
    }),
  );
});
