import { expect, test } from "vitest";
import { csvLine } from "./export.ts";
import { poolSize } from "./hashing/pool-size.ts";
import { Pace } from "./transfer-rate.ts";

test("a rate over the last seconds, and how long the rest takes", () => {
  const pace = new Pace();
  pace.note(0, 0);
  expect(pace.rate()).toBeUndefined();
  for (let at = 1; at <= 20; at++) pace.note(at * 1_000, at * 1_000);
  expect(pace.rate()).toBe(1_000);
  for (let at = 21; at <= 40; at++) pace.note(20_000 + (at - 20) * 3_000, at * 1_000);
  expect(pace.rate()).toBe(3_000);
  expect(pace.left(9_000)).toBe(3);
  pace.forget();
  expect([pace.rate(), pace.left(1)]).toEqual([undefined, undefined]);
});

test.each([
  [1, 8, 1],
  [2, 8, 1],
  [4, 8, 3],
  [16, 8, 4],
  [16, 4, 2],
  [16, 2, 1],
])("%i cores and %i GiB: %i workers", (hardwareConcurrency, deviceMemory, workers) => {
  expect(poolSize({ hardwareConcurrency, deviceMemory })).toBe(workers);
});

test("names that a table program would compute stay names", () => {
  const entry = { folder: "", size: 1, sha256: null, state: "failed", found_in: [] };
  expect(csvLine({ ...entry, name: '=1+"x"' })).toBe('"\'=1+""x""",,1,,failed,');
  expect(csvLine({ ...entry, name: "a,b\nc" })).toBe('"a,b\nc",,1,,failed,');
  expect(csvLine({ ...entry, name: "猫.png" })).toBe("猫.png,,1,,failed,");
});
