/** Stored responses that belong to the account, and the favorites of a device without one. */
import { lookUpFavorites } from "#shared/contracts/favorites.ts";
import { isLoggedIn } from "../../lib/session.ts";
import type { CachedResponse } from "../cache/store.ts";
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";

const DEVICE_FAVORITES = `/api${lookUpFavorites.path}`;

const isUsable = (address: string): boolean => isLoggedIn() !== (address === DEVICE_FAVORITES);

/** @param address path under `/api`, with its query */
export async function readAccountResponse(address: string): Promise<CachedResponse | undefined> {
  return isUsable(address) ? await offlineDb().account.get(address) : undefined;
}

/** Stores nothing after a logout, because a response may arrive later than that. */
export async function writeAccountResponse(
  address: string,
  { body, at }: { body: unknown; at: number },
): Promise<void> {
  if (!isUsable(address) || body === undefined) return;
  markOfflineData();
  await offlineDb().account.put({ key: address, body, storedAt: at });
}
