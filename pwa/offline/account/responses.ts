/** Stored responses that belong to the account. */
import { isLoggedIn } from "../../lib/session.ts";
import type { CachedResponse } from "../cache/store.ts";
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";

/** @param address under `/api`, with its query */
export async function readOfAccount(address: string): Promise<CachedResponse | undefined> {
  return isLoggedIn() ? await offlineDb().account.get(address) : undefined;
}

/** Stores nothing after a logout: a response may come later than that. */
export async function writeOfAccount(
  address: string,
  { body, at }: { body: unknown; at: number },
): Promise<void> {
  if (!isLoggedIn() || body === undefined) return;
  markOfflineData();
  await offlineDb().account.put({ key: address, body, storedAt: at });
}
