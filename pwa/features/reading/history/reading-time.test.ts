import { expect, test } from "vitest";
import { isLongRead, minutesToRead } from "./reading-time.ts";

test.each([
  ["Words, divided by spaces.", "word ".repeat(690), 3],
  ["Korean, which divides its words", "단어 ".repeat(460), 2],
  ["Japanese, which does not", "灯台の猫".repeat(500), 4],
  ["both", "word ".repeat(230) + "猫".repeat(500), 2],
  ["nothing", "", 0],
])("%s", (_, text, minutes) => {
  expect(minutesToRead(text)).toBeCloseTo(minutes, 5);
});

test("three minutes are a long read", () => {
  expect([2.99, 3].map(isLongRead)).toEqual([false, true]);
});
