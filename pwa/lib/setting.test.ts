import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSetting, oneOf } from "./setting.ts";

const WORDS = ["plain", "fancy"] as const;

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function withStorage(entries: Record<string, string> = {}): Map<string, string> {
  const kept = new Map(Object.entries(entries));
  vi.stubGlobal("document", {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

test("a choice is kept, and given up again", () => {
  const kept = withStorage();
  const setting = createSetting("theme", oneOf(WORDS), "plain");
  expect(setting.get()).toBe("plain");
  setting.set("fancy");
  expect(kept.get("theme")).toBe("fancy");
  expect(setting.get()).toBe("fancy");
  setting.set(undefined);
  expect(kept.has("theme")).toBe(false);
  expect(setting.get()).toBe("plain");
});

test("meaningless values count as no choice", () => {
  withStorage({ theme: "loud" });
  expect(createSetting("theme", oneOf(WORDS), "plain").get()).toBe("plain");
});

test("a value stays the same object until it changes", () => {
  withStorage({ cards: "[1,2]" });
  const setting = createSetting("cards", (text) => JSON.parse(text) as number[], []);
  expect(setting.get()).toEqual([1, 2]);
  expect(setting.get()).toBe(setting.get());
  setting.set([3]);
  expect(setting.get()).toEqual([3]);
});

test("where storage is blocked a choice lasts as long as the page", () => {
  const refuse = () => {
    throw new Error("blocked");
  };
  vi.stubGlobal("document", {});
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const setting = createSetting("theme", oneOf(WORDS), "plain");
  setting.set("fancy");
  expect(setting.get()).toBe("fancy");
  setting.set(undefined);
  expect(setting.get()).toBe("plain");
});

test("listeners are notified of this page's changes and of other tabs', not of other keys", () => {
  withStorage();
  const events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  const listener = vi.fn();
  const setting = createSetting("theme", oneOf(WORDS), "plain");
  const stop = setting.subscribe(listener);
  setting.set("fancy");
  for (const key of ["theme", null, "other"])
    events.dispatchEvent(Object.assign(new Event("storage"), { key }));
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  setting.set("plain");
  expect(listener).toHaveBeenCalledTimes(3);
});
