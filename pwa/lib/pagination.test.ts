import { expect, test } from "vitest";
import { pageOffset, pageWindow } from "./pagination.ts";

test.each([
  [0, 0, 1, 1, [1]],
  [0, 50, 1, 1, [1]],
  [0, 51, 1, 2, [1, 2]],
  [0, 5000, 1, 100, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  [500, 5000, 11, 100, [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
  [4950, 5000, 100, 100, [90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]],
  [100, 100, 2, 2, [1, 2]],
])("offset %i of %i is page %i of %i", (offset, count, current, total, pages) => {
  expect(pageWindow(offset, count)).toEqual({ current, total, pages });
});

test("the first page has no offset, later ones a multiple of the page size", () => {
  expect([1, 2, 5].map((page) => pageOffset(page))).toEqual([undefined, "50", "200"]);
});
