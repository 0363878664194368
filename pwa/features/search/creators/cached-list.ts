/** The stored list of creators: rows without key names, compressed, in a cache of its own. */
import type { CreatorListItem } from "#shared/entities/creator.ts";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";

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
  /** The server's token: what changed after it is asked for. */
  since: string;
  /** When the server last confirmed it. */
  at: number;
  creators: CreatorListItem[];
}

/** Undefined where there is none, or storage is blocked. */
export async function readList(): Promise<StoredList | undefined> {
  try {
    const found = await (await caches.open(CREATORS_CACHE)).match(ADDRESS);
    if (found?.body == null) return undefined;
    const plain = new Response(found.body.pipeThrough(new DecompressionStream("gzip")));
    const { since, at, rows } = (await plain.json()) as { since: string; at: number; rows: Row[] };
    return { since, at, creators: rows.map(fromRow) };
  } catch {
    return undefined;
  }
}

/** Does nothing where storage is full or blocked. */
export async function storeList({ since, at, creators }: StoredList): Promise<void> {
  try {
    const text = JSON.stringify({ since, at, rows: creators.map(toRow) });
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    await (await caches.open(CREATORS_CACHE)).put(ADDRESS, new Response(packed));
  } catch {
    // it will be loaded again
  }
}

export function toRow({ service, id, name, indexed, updated, favorited }: CreatorListItem): Row {
  return [service, id, name, indexed, updated, favorited];
}

export function fromRow([service, id, name, indexed, updated, favorited]: Row): CreatorListItem {
  return { id, name, service, indexed, updated, favorited };
}
