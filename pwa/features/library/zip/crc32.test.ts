import { randomFillSync } from "node:crypto";
import { crc32 as nodes } from "node:zlib";
import { expect, test } from "vitest";
import { crc32 } from "./crc32.ts";

test("the same as another program's, whatever the length and the pieces", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  const bytes = randomFillSync(new Uint8Array(300));
  for (let length = 0; length <= bytes.length; length++) {
    const whole = bytes.subarray(0, length);
    expect(crc32(whole)).toBe(nodes(whole));
    const cut = Math.floor(length / 3);
    expect(crc32(whole.subarray(cut), crc32(whole.subarray(0, cut)))).toBe(nodes(whole));
  }
  const large = randomFillSync(new Uint8Array(200_001));
  expect(crc32(large)).toBe(nodes(large));
});
