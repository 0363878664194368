import { expect, test } from "vitest";
import { typosToPrefix, typosWithin, unitsOf } from "./typos.ts";

const typos = (word: string, other: string, max: number) =>
  typosWithin(unitsOf(word), unitsOf(other), 0, other.length, max);

test("a swap of neighbors is one typo, and more than the maximum are not counted", () => {
  expect(typos("form", "from", 2)).toBe(1);
  expect(typos("lantern", "lantern", 2)).toBe(0);
  expect(typos("lantern", "house", 2)).toBe(3);
});

test("a word is compared with the nearest beginning of another", () => {
  expect(typosToPrefix(unitsOf("lantr"), unitsOf("lanterns"), 2)).toBe(1);
  expect(typosToPrefix(unitsOf("lant"), unitsOf("lanterns"), 2)).toBe(0);
  expect(typosToPrefix(unitsOf("harbor"), unitsOf("lanterns"), 2)).toBe(3);
});
