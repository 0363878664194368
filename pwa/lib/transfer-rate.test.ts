import { expect, test } from "vitest";
import { TransferRate } from "./transfer-rate.ts";

test("a rate over the last seconds, and how long the rest takes", () => {
  const pace = new TransferRate();
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
