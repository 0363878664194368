import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HttpError, NetworkError, TimeoutError } from "./errors.ts";
import {
  autoRetryAt,
  blockUntilRetry,
  needsPause,
  recordRetry,
  throwIfBlocked,
  unblock,
} from "./retry-after.ts";

let asked = 0;
const answer = (status: number, retryAfter?: string) =>
  new HttpError(
    {
      status,
      statusText: "",
      url: `/one/${++asked}`,
      headers: new Headers(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    },
    "",
  );

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("temporary errors ask for a pause, others do not", () => {
  expect([answer(429), answer(503), answer(504), new TimeoutError("x")].map(needsPause)).not.toContain(false);
  expect([answer(404), answer(500), new NetworkError("x")].map(needsPause)).not.toContain(true);
});

test("the server's own moment counts: seconds, a date, or nothing that can be read", () => {
  expect(autoRetryAt(answer(429, "10"))).toBe(1_010_000);
  expect(autoRetryAt(answer(503, new Date(1_030_000).toUTCString()))).toBe(1_030_000);
  expect(autoRetryAt(answer(503, "soon"))).toBe(1_010_000);
  expect(autoRetryAt(answer(429, "86400"))).toBeUndefined();
  expect(autoRetryAt(answer(500))).toBeUndefined();
});

test("one repetition by itself, then only the visitor's; theirs allows another", () => {
  const error = answer(429, "5");
  recordRetry(error);
  expect(autoRetryAt(error)).toBeUndefined();
  unblock(error);
  expect(autoRetryAt(error)).toBe(1_005_000);
});

test("while an answer holds nobody asks; the visitor may, and so may all when its time has come", () => {
  const error = blockUntilRetry("/api/a", answer(429, "5"));
  expect(() => throwIfBlocked("/api/a")).toThrow(error);
  expect(() => throwIfBlocked("/api/b")).not.toThrow();
  vi.advanceTimersByTime(5_000);
  expect(() => throwIfBlocked("/api/a")).not.toThrow();
  const again = blockUntilRetry("/api/a", answer(429, "5"));
  unblock(again);
  expect(() => throwIfBlocked("/api/a")).not.toThrow();
});
