import { expect, test } from "vitest";
import { isChunkError, reloadOnce } from "./chunks.ts";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test.each([
  ["Failed to fetch dynamically imported module: https://a.example/assets/x-1.js", true],
  ["error loading dynamically imported module: https://a.example/assets/x-1.js", true],
  ["Importing a module script failed.", true],
  ["Unable to preload CSS for /assets/x-1.css", true],
  ["Failed to fetch", false],
])("%s: %s", (message, expected) => {
  expect(isChunkError(new TypeError(message))).toBe(expected);
});

test("one reload for each version, so that two servers of different versions make no circle", () => {
  const reloads: string[] = [];
  const around = { storage: storage(), isOnline: true, reload: () => void reloads.push("again") };
  for (const version of ["a", "a", "b", "a", "b", "b"]) reloadOnce({ ...around, version });
  expect(reloads).toHaveLength(2);
});

test("none offline, and none where nothing can be remembered", () => {
  const reload = () => expect.unreachable();
  expect(reloadOnce({ version: "a", storage: storage(), isOnline: false, reload })).toBe(false);
  const blocked = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("blocked", "QuotaExceededError");
    },
  };
  expect(reloadOnce({ version: "a", storage: blocked, isOnline: true, reload })).toBe(false);
  const forgetful = { getItem: () => null, setItem: () => {} };
  expect(reloadOnce({ version: "a", storage: forgetful, isOnline: true, reload })).toBe(false);
});
