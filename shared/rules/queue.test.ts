import { expect, test } from "vitest";
import { requestOf, type Sendable, sendAll, verdictOf } from "./queue.ts";

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

const action = (address: string): Sendable => ({ idempotencyKey: address, method: "POST", address });

/** A queue in memory; the server answers with the status by address, or not at all. */
function queueOf(rows: Sendable[], statuses: Record<string, number | undefined>) {
  const sent: string[] = [];
  return {
    rows,
    sent,
    all: async () => rows,
    remove: async (row: Sendable) => void rows.splice(rows.indexOf(row), 1),
    refuse: async (row: Sendable, reason: string) => {
      row.refused = reason;
    },
    send: async (address: string) => {
      sent.push(address);
      const status = statuses[address];
      if (status === undefined) throw new TypeError("Failed to fetch");
      return { status, statusText: "", headers: new Headers(status === 429 ? { "retry-after": "3" } : {}) };
    },
  };
}

test("actions are sent in order; a refused one stays and does not block the next", async () => {
  const queue = queueOf([action("/a"), action("/b"), action("/c")], {
    "/api/a": 204,
    "/api/b": 403,
    "/api/c": 200,
  });
  expect(await sendAll(queue)).toEqual({ isDone: true });
  expect(queue.sent).toEqual(["/api/a", "/api/b", "/api/c"]);
  expect(queue.rows).toEqual([{ ...action("/b"), refused: "403" }]);
});

test.each([
  [503, undefined],
  [429, 3_000],
  [undefined, undefined],
])("after a response %s everything waits, as long as the server asks (%s ms)", async (status, waitMs) => {
  const queue = queueOf([action("/a"), action("/b")], { "/api/a": status, "/api/b": 200 });
  expect(await sendAll(queue)).toEqual({ isDone: false, waitMs });
  expect(queue.sent).toEqual(["/api/a"]);
  expect(queue.rows).toHaveLength(2);
});
