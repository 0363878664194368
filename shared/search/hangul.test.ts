import { expect, test } from "vitest";
import { hangulWords, hasHangul, inKeys } from "./hangul.ts";

test("a wrong letter of a syllable is one wrong letter of its word", () => {
  expect(hangulWords("고양이")).toBe("xrhdiddl");
  expect(hangulWords("고앙이")).toBe("xrhdkddl");
});

test("each word once, nothing of other scripts, decomposed text alike", () => {
  expect(hangulWords("고양이, 고양이 cat 猫", "개")).toBe("xrhdiddl xro");
  expect(hangulWords("고양이".normalize("NFD"))).toBe("xrhdiddl");
  expect(hangulWords("cat 猫")).toBe("");
});

test("a query keeps its other words", () => {
  expect(inKeys("red 고양이")).toBe("red  xrhdiddl");
  expect([hasHangul("red 고양이"), hasHangul("red 猫")]).toEqual([true, false]);
});
