/** Stand-ins over plain HTTP: Node has no Web Locks either. */
import { expect, test, vi } from "vitest";
import { withFreeLock, withLock } from "./locks.ts";
import { randomId } from "./random-id.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids are random UUIDs with and without the browser's own function", () => {
  expect(randomId()).toMatch(UUID);
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 100 }, randomId);
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(100);
});

test("without Web Locks, work under one lock runs one after the other, also after a failure", async () => {
  vi.stubGlobal("navigator", {});
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: string[] = [];
  const failing = withLock("a", async () => {
    await held;
    order.push("first");
    throw new Error("failed");
  });
  const second = withLock("a", async () => void order.push("second"));
  await withLock("b", async () => void order.push("other lock"));
  expect(await withFreeLock("a", async () => "ran")).toBeUndefined();
  release();
  await expect(failing).rejects.toThrow("failed");
  await second;
  expect(order).toEqual(["other lock", "first", "second"]);
  expect(await withFreeLock("a", async () => "ran")).toBe("ran");
});
