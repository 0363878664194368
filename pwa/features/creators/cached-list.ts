/** The list of creators as it stays on the device: rows without names of their keys, compressed, in a cache of its own. */
import type { CreatorListItem } from "#shared/entities/creator.ts";

/** Takedowns of creators delete it (offline/takedown.ts). */
const CACHE = "creators-1";
const ADDRESS = "/kept/creators";

type Row = [
  service: CreatorListItem["service"],
  id: string,
  name: string,
  indexed: number,
  updated: number,
  favorited: number,
];

export interface KeptList {
  /** The server's token: what changed after it is asked for. */
  since: string;
  /** When the server last confirmed it. */
  at: number;
  creators: CreatorListItem[];
}

/** Undefined where there is none, or nothing can be kept here. */
export async function readList(): Promise<KeptList | undefined> {
  try {
    const found = await (await caches.open(CACHE)).match(ADDRESS);
    if (found?.body == null) return undefined;
    const plain = new Response(found.body.pipeThrough(new DecompressionStream("gzip")));
    const { since, at, rows } = (await plain.json()) as { since: string; at: number; rows: Row[] };
    return { since, at, creators: rows.map(fromRow) };
  } catch {
    return undefined;
  }
}

/** A device that is full or blocked keeps none. */
export async function keepList({ since, at, creators }: KeptList): Promise<void> {
  try {
    const text = JSON.stringify({ since, at, rows: creators.map(toRow) });
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    await (await caches.open(CACHE)).put(ADDRESS, new Response(packed));
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
