import { expect, test } from "vitest";
import { fitness } from "./fuzzy.ts";

test.each([
  ["Popular", "pop", 0],
  ["Random post", "post", 1],
  ["All creators", "cre all", 1],
  ["Settings", "tting", 2],
  ["Settings", "setings", 3],
  ["Popular", "poplar", 3],
  ["Popular", "popluar", 3],
  ["Shared uploads", "shraed uplods", 3],
  ["Réglages", "reglages", 0],
  ["設定", "設", 0],
  ["All creators", "alic", undefined],
  ["Tags", "dms", undefined],
])("%s for %s: %s", (name, typed, expected) => {
  expect(fitness(name, typed)).toBe(expected);
});
