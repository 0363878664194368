import { expect, test } from "vitest";
import { normalizeHashes } from "./hashes.ts";

const A = "a1".repeat(32);
const B = "b2".repeat(32);

test("a hash counts once, whatever its case and the spaces around it", () => {
  expect(normalizeHashes([A.toUpperCase(), ` ${A}\n`, A, B])).toEqual([A, B]);
});

test("other values than SHA-256 are not stored", () => {
  expect(normalizeHashes(["", "abc", `${A}0`, A.slice(1), `g${A.slice(1)}`, `sha256:${A}`])).toEqual([]);
});
