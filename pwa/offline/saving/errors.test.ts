import { expect, test } from "vitest";
import { HttpError, NetworkError } from "../../api/errors.ts";
import { isQuotaError, problemOf, SaveError } from "./errors.ts";

const named = (name: string, inner?: unknown) => Object.assign(new Error("x"), { name, inner });

test("a full device is known by its name, also inside what Dexie makes of it", () => {
  const full = new DOMException("", "QuotaExceededError");
  expect(isQuotaError(full)).toBe(true);
  expect(isQuotaError(named("AbortError", full))).toBe(true);
  expect(isQuotaError(named("AbortError", named("BulkError", full)))).toBe(true);
  expect(isQuotaError(named("AbortError"))).toBe(false);
  const circle = named("AbortError");
  circle.inner = circle;
  expect(isQuotaError(circle)).toBe(false);
  expect(isQuotaError("QuotaExceededError")).toBe(false);
});

test("each failure has its reason", () => {
  const answer = (status: number) => new HttpError({ status, statusText: "", url: "" }, "");
  expect(problemOf(answer(404))).toBe("missing");
  expect(problemOf(answer(503))).toBe("server");
  expect(problemOf(new NetworkError("/x"))).toBe("network");
  expect(problemOf(new SaveError("wrong"))).toBe("wrong");
  expect(problemOf(named("AbortError", new DOMException("", "QuotaExceededError")))).toBe("full");
});
