import { expect, test } from "vitest";
import { fold, foldTyped } from "./fold.ts";
import { foldCase } from "./fold-case.ts";

test.each([
  ["Łódź", "lodz"],
  ["Ｃａｆé", "cafe"],
  ["Straße Ǿre Þór Ægir", "strasse ore thor aegir"],
  ["Đà Nẵng ışık", "da nang isik"],
  ["ΣΟΦΌΣ", "σοφοσ"],
  ["さくら", "サクラ"],
  ["ｻｸﾗ", "サクラ"],
  ["ガ", "ガ"],
  ["हिन्दी", "हिन्दी"],
])("%s is folded to %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});

test("hangul is found while a syllable is being typed", () => {
  expect(foldTyped("강남").startsWith(foldTyped("가"))).toBe(true);
});

test("words that differ in accents stay different where only case is folded", () => {
  expect(foldCase(" Pâté  Ｘ")).toBe("pâté x");
});
