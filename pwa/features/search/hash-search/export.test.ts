import { expect, test } from "vitest";
import { csvLine } from "./export.ts";
import { poolSize } from "./hashing/pool-size.ts";

test.each([
  [1, 8, 1, 1],
  [2, 8, 1, 2],
  [2, 2, 1, 1],
  [4, 8, 3, 4],
  [16, 8, 4, 4],
  [16, 4, 2, 2],
  [16, 2, 1, 1],
])("%i cores and %i GiB: %i workers, %i while the page is calm", (cores, deviceMemory, usual, most) => {
  expect(poolSize({ hardwareConcurrency: cores, deviceMemory })).toEqual({ usual, most });
});

test("names that a table program would compute stay names", () => {
  const entry = { folder: "", size: 1, sha256: null, state: "failed", found_in: [] };
  expect(csvLine({ ...entry, name: '=1+"x"' })).toBe('"\'=1+""x""",,1,,failed,');
  expect(csvLine({ ...entry, name: "a,b\nc" })).toBe('"a,b\nc",,1,,failed,');
  expect(csvLine({ ...entry, name: "猫.png" })).toBe("猫.png,,1,,failed,");
});
