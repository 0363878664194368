import { createHash, randomFillSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Sha256 } from "./sha256.ts";

const hash = new Sha256();

function ours(...pieces: Uint8Array[]): string {
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

const nodes = (...pieces: Uint8Array[]): string =>
  pieces.reduce((of, piece) => of.update(piece), createHash("sha256")).digest("hex");

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("the examples of NIST: %.20s…", (text, sum) => {
  expect(ours(new TextEncoder().encode(text))).toBe(sum);
});

test("messages of every length up to 300 bytes, and around what is gathered", () => {
  const bytes = randomFillSync(new Uint8Array(3 * 65536));
  const lengths = Array.from({ length: 301 }, (_, at) => at);
  for (const full of [65536, 2 * 65536]) for (let more = -130; more <= 130; more++) lengths.push(full + more);
  for (const length of lengths) {
    const message = bytes.subarray(0, length);
    expect([length, ours(message)]).toEqual([length, nodes(message)]);
  }
});

test("the same whatever the pieces, and wherever they lie in a buffer", () => {
  const bytes = randomFillSync(new Uint8Array(300_000));
  const cuts = fc.array(fc.oneof(fc.nat(300), fc.nat(bytes.length)), { maxLength: 20 });
  fc.assert(
    fc.property(cuts, (places) => {
      const [from = 0, ...rest] = places.sort((a, b) => a - b);
      const pieces = rest.map((to, at) => bytes.subarray(at === 0 ? from : rest[at - 1], to));
      expect(ours(...pieces)).toBe(nodes(...pieces));
    }),
    { numRuns: 100 },
  );
});

test("a length in bits that needs more than 32 of them", () => {
  const zeros = new Uint8Array(1024 * 1024); // the sum is that of sha256sum
  const sum = "a3e2acbb469e4e59dde406f912e754c933c1ac0fb0092a3634d61d5073309c0c";
  expect(ours(...Array.from({ length: 513 }, () => zeros))).toBe(sum);
});

test("two at a time do not disturb each other, and a start forgets what came before", () => {
  const other = new Sha256();
  const [a, b] = [new Uint8Array(1_000).fill(1), new Uint8Array(70_000).fill(2)];
  hash.update(a);
  other.update(b);
  hash.update(b);
  other.update(a);
  expect([hash.digest(), other.digest()]).toEqual([nodes(a, b), nodes(b, a)]);
  hash.update(b);
  hash.start();
  expect(ours(a)).toBe(nodes(a));
});
