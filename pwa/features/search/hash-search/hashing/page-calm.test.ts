import { expect, test } from "vitest";
import { Calm } from "./page-calm.ts";

/** Sends frames, 16 ms apart. */
function frames(calm: Calm, from: number, to: number): void {
  for (let now = from; now <= to; now += 16) calm.frame(now);
}

test("a page is calm after a second of frames in time, until one is late", () => {
  const calm = new Calm(0);
  frames(calm, 0, 984);
  expect(calm.isCalm).toBe(false);
  frames(calm, 1_000, 2_000);
  expect(calm.isCalm).toBe(true);
  calm.frame(2_100);
  expect(calm.isCalm).toBe(false);
});

test("each late frame of a calm page doubles the wait, up to a minute", () => {
  const calm = new Calm(0);
  const waits: number[] = [];
  let now = 0;
  for (let time = 0; time < 8; time++) {
    const since = now;
    for (; !calm.isCalm; now += 10) calm.frame(now);
    waits.push((now - since) / 1_000);
    now += 90;
    calm.frame(now);
  }
  expect(waits.map(Math.round)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test("input ends the calm without a longer wait, and late frames that nothing was added to do so neither", () => {
  const calm = new Calm(0);
  frames(calm, 0, 2_000);
  calm.disturb(2_010);
  expect(calm.isCalm).toBe(false);
  calm.frame(2_100);
  calm.frame(2_200);
  frames(calm, 2_216, 3_300);
  expect(calm.isCalm).toBe(true);
});

test("a hidden page is calm, and the frames that it did not draw are none that were late", () => {
  const calm = new Calm(0);
  frames(calm, 0, 100);
  calm.hide();
  expect(calm.isCalm).toBe(true);
  calm.disturb(60_000);
  expect(calm.isCalm).toBe(false);
  frames(calm, 60_010, 61_100);
  expect(calm.isCalm).toBe(true);
});
