/** Stored list of creators: rows without key names, compressed, in a separate Cache Storage cache. */
import type { CreatorListItem } from "#shared/entities/creator.ts";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";
import { deviceCiphers } from "../../../lib/device-ciphers.ts";
import { cacheStorage } from "../../../lib/secure-context/apis.ts";
import { decryptResponse, encryptResponse } from "../../../offline/encryption/cached-responses.ts";

const ADDRESS = "/kept/creators";

type Row = [
  service: CreatorListItem["service"],
  id: string,
  name: string,
  indexed: number,
  updated: number,
  favorited: number,
];

export interface StoredList {
  /** Token of the server for requesting later changes. */
  since: string;
  /** Time of the last confirmation by the server. */
  at: number;
  creators: CreatorListItem[];
}

/** @returns undefined without a stored list, or if storage is blocked */
export async function readList(): Promise<StoredList | undefined> {
  try {
    const cache = await cacheStorage()?.open(CREATORS_CACHE);
    const found = await cache?.match(ADDRESS);
    if (found === undefined) return undefined;
    const ciphers = deviceCiphers();
    const packed = ciphers === undefined ? found : await decryptResponse(ciphers, found, ADDRESS);
    const plain = new Response((await packed.blob()).stream().pipeThrough(new DecompressionStream("gzip")));
    const { since, at, rows } = (await plain.json()) as { since: string; at: number; rows: Row[] };
    return { since, at, creators: rows.map(fromRow) };
  } catch {
    return undefined;
  }
}

/** Does nothing if storage is full or blocked. */
export async function storeList({ since, at, creators }: StoredList): Promise<void> {
  try {
    const cache = await cacheStorage()?.open(CREATORS_CACHE);
    if (cache === undefined) return;
    const text = JSON.stringify({ since, at, rows: creators.map(toRow) });
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    const ciphers = deviceCiphers();
    const response = new Response(packed);
    await cache.put(
      ADDRESS,
      ciphers === undefined ? response : await encryptResponse(ciphers, response, ADDRESS),
    );
  } catch {
    // loaded from the server next time
  }
}

export function toRow({ service, id, name, indexed, updated, favorited }: CreatorListItem): Row {
  return [service, id, name, indexed, updated, favorited];
}

export function fromRow([service, id, name, indexed, updated, favorited]: Row): CreatorListItem {
  return { id, name, service, indexed, updated, favorited };
}
