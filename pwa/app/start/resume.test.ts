import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshOnResume } from "./resume.ts";

const MINUTE_MS = 60_000;
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
let stop: (() => void) | undefined;

/** Opens the app in a page of this visibility. @returns how often the screen was refetched since */
function open(visibilityState: "visible" | "hidden"): () => number {
  page.visibilityState = visibilityState;
  const queries = new QueryClient();
  const refetch = vi.spyOn(queries, "refetchQueries");
  stop = refreshOnResume(queries);
  return () => refetch.mock.calls.length;
}

function turn(visibilityState: "visible" | "hidden"): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => stop?.());

test.each([
  [14, 0],
  [15, 1],
])("after %i minutes in the background it is refetched %i times", (minutes, times) => {
  const refetched = open("visible");
  turn("hidden");
  vi.advanceTimersByTime(minutes * MINUTE_MS);
  turn("visible");
  expect(refetched()).toBe(times);
});

test("an app that was in the background before this started is refetched too", () => {
  const refetched = open("hidden");
  vi.advanceTimersByTime(15 * MINUTE_MS);
  turn("visible");
  expect(refetched()).toBe(1);
});

test("a stopped one refetches nothing", () => {
  const refetched = open("visible");
  stop?.();
  turn("hidden");
  vi.advanceTimersByTime(15 * MINUTE_MS);
  turn("visible");
  expect(refetched()).toBe(0);
});
