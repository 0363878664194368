import { expect, test } from "vitest";
import { firstOffset, offsetText, shownOffsets } from "./list-start.ts";

test("a list begins where its history entry says, else at the page of the address", () => {
  expect(firstOffset(0, 150)).toBe(0);
  expect(firstOffset(undefined, 150)).toBe(150);
  expect(firstOffset(200, 150)).toBe(150);
  expect(firstOffset(7, 150)).toBe(150);
});

test("every page from the first to that of the address is shown", () => {
  expect(shownOffsets(0, 150)).toEqual([0, 50, 100, 150]);
  expect(shownOffsets(150, 150)).toEqual([150]);
  expect([offsetText(0), offsetText(50)]).toEqual([undefined, "50"]);
});
