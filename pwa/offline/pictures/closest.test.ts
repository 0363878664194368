/** Hashes on the device that are close to one. */
import { expect, test } from "vitest";
import { MAX_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { distanceOf } from "#tests/support/pictures.ts";
import { random } from "#tests/support/random.ts";
import { closest, packHashes } from "./closest.ts";

const next = random(80);
const anyHash = () => Array.from({ length: 64 }, () => Math.floor(next() * 16).toString(16)).join("");

/** The hash with bits from `first` on changed. */
function flipped(hash: string, first: number, count: number): string {
  let value = BigInt(`0x${hash}`);
  for (let bit = 0; bit < count; bit += 1) value ^= 1n << BigInt((first + bit * 7) % 256);
  return value.toString(16).padStart(64, "0");
}

test("finds those that counting all bits finds, the closest first", () => {
  const hash = anyHash();
  const hashes = Array.from({ length: 120 }, (_, at) =>
    at % 2 === 0 ? anyHash() : flipped(hash, at * 5, (at * 11) % 60),
  );
  const counted = hashes
    .map((one, at) => ({ at, distance: distanceOf(one, hash) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance || a.at - b.at);
  expect(counted.length).toBeGreaterThan(20);
  expect(counted.at(-1)?.distance).toBe(MAX_DISTANCE);
  expect(closest(packHashes(hashes), hash, MAX_DISTANCE)).toEqual(counted);
});

test("every bit counts once", () => {
  const [zeros, ones] = ["0".repeat(64), "f".repeat(64)];
  const packed = packHashes([zeros, ones, flipped(zeros, 255, 1), flipped(zeros, 0, 1)]);
  expect(closest(packed, zeros, 256)).toEqual([
    { at: 0, distance: 0 },
    { at: 2, distance: 1 },
    { at: 3, distance: 1 },
    { at: 1, distance: 256 },
  ]);
});

test("of no hashes none is close", () => expect(closest(packHashes([]), anyHash(), 256)).toEqual([]));
