import { expect, test } from "vitest";
import { requestOf, verdictOf } from "./queue.ts";

test.each([
  [200, "done"],
  [204, "done"],
  [302, "later"],
  [400, "refused"],
  [401, "refused"],
  [404, "refused"],
  [408, "later"],
  [429, "later"],
  [500, "later"],
  [503, "later"],
] as const)("%i is %s", (status, verdict) => expect(verdictOf(status)).toBe(verdict));

test("each request carries its key, and a body only where there is one", () => {
  const [address, plain] = requestOf({
    idempotencyKey: "k",
    method: "POST",
    address: "/v1/favorites/post/a/b/c",
  });
  expect(address).toBe("/api/v1/favorites/post/a/b/c");
  expect(plain.headers).toEqual({ accept: "application/json", "idempotency-key": "k" });
  expect(plain.body).toBeUndefined();
  const [, full] = requestOf({ idempotencyKey: "k", method: "PATCH", address: "/v1/x", body: { a: 1 } });
  expect(full.body).toBe('{"a":1}');
});
