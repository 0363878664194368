import { expect, test } from "vitest";
import { nextActive } from "./active-option.ts";

test("arrows walk through the field and every option, round and round", () => {
  expect(nextActive("ArrowDown", -1, 2, -1)).toBe(0);
  expect(nextActive("ArrowDown", 1, 2, -1)).toBe(-1);
  expect(nextActive("ArrowUp", -1, 2, -1)).toBe(1);
  expect(nextActive("ArrowUp", 0, 2, -1)).toBe(-1);
});

test("without the field in the walk an option is always active", () => {
  expect(nextActive("ArrowDown", 1, 2, 0)).toBe(0);
  expect(nextActive("ArrowUp", 0, 2, 0)).toBe(1);
});

test("pages stop at the ends", () => {
  expect(nextActive("PageDown", 3, 20, 0)).toBe(11);
  expect(nextActive("PageDown", 18, 20, 0)).toBe(19);
  expect(nextActive("PageUp", 3, 20, 0)).toBe(0);
  expect(nextActive("PageUp", 3, 20, -1)).toBe(-1);
});

test("other keys belong to the text field", () => {
  expect(nextActive("Home", 1, 2, 0)).toBeUndefined();
  expect(nextActive("a", 1, 2, 0)).toBeUndefined();
});
