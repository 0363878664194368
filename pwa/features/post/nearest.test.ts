import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const isEven = (n: number) => n % 2 === 0;

test.each([
  ["the one beside it", [1, 3, 5], 1, 1, 5],
  ["up the list", [1, 3, 5], 1, -1, 1],
  ["past those that are left out", [1, 2, 4, 5], 0, 1, 5],
  ["none before the first", [1, 3], 0, -1, undefined],
  ["none where all the rest is left out", [1, 2, 4], 0, 1, undefined],
  ["from before a page", [2, 3], -1, 1, 3],
  ["from behind a page", [1, 2], 2, -1, 1],
] as const)("%s", (_, rows, from, by, found) => expect(nearest(rows, from, by, isEven)).toBe(found));
