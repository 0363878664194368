import Dexie from "dexie";
import { expect, test } from "vitest";
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";
import { offlineDb } from "./db.ts";

test("an upgrade by another tab is known also to code that is loaded after it", async () => {
  await offlineDb().open();
  const newer = new Dexie(OFFLINE_DB);
  newer.version(1_000).stores({ later: "key" });
  await newer.open();
  const { isDbOutdated } = await import("./outdated.ts");
  expect(isDbOutdated.get()).toBe(true);
  await newer.delete();
});
