import fc from "fast-check";
import { expect, test } from "vitest";
import { finish, keyOf } from "./documents.ts";

const Service = fc.constantFrom("", "fan", "fanbox", "fantia", "dlsite");
// Realistic ids, ids that look like keys of other ids, and arbitrary strings.
const Id = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 }),
  fc.stringMatching(/^[-_a-zA-Z0-9]{1,300}$/),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => Buffer.from(text).toString("base64url")),
  fc.integer({ min: 300, max: 4_000 }).map((n) => "太".repeat(n)),
);

test("a key is within the engine's alphabet and length for any id", () => {
  fc.assert(
    fc.property(Service, Id, (service, id) => {
      expect(keyOf(service, id)).toMatch(/^[A-Za-z0-9_-]{1,511}$/);
    }),
  );
});

test("two rows never share a key", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(Service, Id), { selector: (row) => row.join("\0"), maxLength: 60 }),
      (rows) => {
        expect(new Set(rows.map(([service, id]) => keyOf(service, id))).size).toBe(rows.length);
      },
    ),
  );
  // A plain id that looks like the encoded form of another.
  expect(keyOf("fan", "5aSq")).not.toBe(keyOf("fan", "太"));
  expect(keyOf("fan", "_5aSq")).not.toBe(keyOf("fan", "太"));
});

test("the digest follows the document", () => {
  const row = { service: "fanbox", id: "1" };
  const one = finish(row, { title: "a" });
  expect(one.digest).toBe(finish(row, { title: "a" }).digest);
  expect(one.digest).not.toBe(finish(row, { title: "b" }).digest);
  expect(JSON.parse(one.line ?? "")).toEqual({ key: "fanbox-1", title: "a", digest: one.digest });
});
