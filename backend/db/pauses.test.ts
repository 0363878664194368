import { expect, test } from "vitest";
import { Pauses } from "./pauses.ts";

const HOUR = 3_600_000;

test("a pause ends by itself, or early; the next one is a whole one again", async () => {
  const pauses = new Pauses();
  await pauses.wait(1);
  const first = pauses.wait(HOUR);
  pauses.end();
  await first;
  let isOver = false;
  const second = pauses.wait(HOUR).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  pauses.end();
  await second;
});

test("once closed there are none", async () => {
  const pauses = new Pauses();
  const running = pauses.wait(HOUR);
  pauses.close();
  await running;
  await pauses.wait(HOUR);
});
