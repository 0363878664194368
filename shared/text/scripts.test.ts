import { expect, test } from "vitest";
import { isSearchable } from "./scripts.ts";

test.each([
  ["風", true],
  ["🦩", true],
  ["👋🏽", true],
  ["가", true],
  ["ab", true],
  ["C++", true],
  ["a", false],
  [" a ", false],
  ["!!!", false],
  ["", false],
])("%s can be searched for: %s", (text, expected) => {
  expect(isSearchable(text, 2)).toBe(expected);
});
