import { onlineManager } from "@tanstack/react-query";
import { expect, test } from "vitest";
import "./query-client.ts";

test("going offline before the first render is noticed", () => {
  dispatchEvent(new Event("offline"));
  expect(onlineManager.isOnline()).toBe(false);
  dispatchEvent(new Event("online"));
  expect(onlineManager.isOnline()).toBe(true);
});
