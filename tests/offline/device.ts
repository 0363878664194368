/** The device's database as the specs look into it: by plain IndexedDB, never by the app's own code. */
import { expect, type Page } from "playwright/test";
import { OFFLINE_DB, postKey } from "#shared/rules/offline-db.ts";
import type { SomePost } from "../e2e/page.ts";

/** Opens a page of the app and waits until the service worker answers for it. */
export async function withWorker(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Loads a page without a connection. Its load event is not waited for: that waits for every picture that cannot come. */
export async function loadOffline(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "commit" });
}

/** All rows of a table; none where the database is not there yet. */
export async function rowsOf<T>(page: Page, table: string): Promise<T[]> {
  return await page.evaluate(
    async ([name, store]) => {
      const known = await indexedDB.databases();
      if (!known.some((one) => one.name === name)) return [];
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      try {
        return await new Promise<T[]>((resolve, reject) => {
          const asking = db.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
          asking.onerror = () => reject(asking.error);
        });
      } finally {
        db.close();
      }
    },
    [OFFLINE_DB, table] as const,
  );
}

export const putRows = (page: Page, table: string, rows: readonly unknown[]) => write(page, table, rows, []);

export const deleteRow = (page: Page, table: string, key: string) => write(page, table, [], [key]);

async function write(
  page: Page,
  table: string,
  rows: readonly unknown[],
  deleted: readonly string[],
): Promise<void> {
  await page.evaluate(
    async ([name, store, values, keys]) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      try {
        await new Promise<void>((resolve, reject) => {
          const writing = db.transaction(store, "readwrite");
          for (const value of values) writing.objectStore(store).put(value);
          for (const key of keys) writing.objectStore(store).delete(key);
          writing.oncomplete = () => resolve();
          writing.onabort = () => reject(writing.error);
        });
      } finally {
        db.close();
      }
    },
    [OFFLINE_DB, table, rows, deleted] as const,
  );
}

interface Row {
  key: string;
  storedAt: number;
  usedAt: number;
  page?: unknown;
  pageAt?: number;
}

/** Waits until `count` of these posts have their pages on the device; all of them by default. */
export async function keptPosts(page: Page, posts: SomePost[], count = posts.length): Promise<void> {
  const keys = posts.map(postKey);
  await expect
    .poll(
      async () =>
        (await rowsOf<Row>(page, "posts")).filter((row) => keys.includes(row.key) && row.page).length,
    )
    .toBe(count);
}

/** Everything on the device is so much older. */
export async function makeOlder(page: Page, ms: number): Promise<void> {
  for (const table of ["posts", "comments", "creators", "lists", "answers"]) {
    const rows = await rowsOf<Row>(page, table);
    for (const row of rows) {
      row.storedAt -= ms;
      row.usedAt -= ms;
      if (row.pageAt !== undefined) row.pageAt -= ms;
    }
    await putRows(page, table, rows);
  }
}
