import { expect, test } from "vitest";
import { InterruptibleDelay } from "./interruptible-delay.ts";

const HOUR = 3_600_000;

test("a pause ends by itself, or early; the next one is a whole one again", async () => {
  const delay = new InterruptibleDelay();
  await delay.wait(1);
  const first = delay.wait(HOUR);
  delay.end();
  await first;
  let isOver = false;
  const second = delay.wait(HOUR).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  delay.end();
  await second;
});

test("once closed there are none", async () => {
  const delay = new InterruptibleDelay();
  const running = delay.wait(HOUR);
  delay.close();
  await running;
  await delay.wait(HOUR);
});
