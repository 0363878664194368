/** Finds saved pictures that look alike: their hashes are computed in the background and stored with the files. */
import type { PictureHit } from "#shared/entities/archive-file.ts";
import type { PictureLook, StoredFile } from "#shared/rules/offline-db.ts";
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { withLock } from "../../lib/secure-context/locks.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { offlineDb } from "../db/db.ts";
import { storedBytes } from "../library/stored-files.ts";
import { isPicture, pictureOf, stopIfIdle } from "./client.ts";
import { closest, packHashes } from "./closest.ts";

/** Web Lock: across tabs, one computes the hashes of saved pictures. */
const LOCK = "roost-pictures";
/** Cache lifetime: a folder of pictures is looked up in many calls. */
const FRESH_MS = 30_000;

/** Computes the missing hashes, one picture at a time while the page is idle. */
export async function hashSavedPictures(): Promise<void> {
  await withLock(LOCK, async () => {
    const hashes = await offlineDb().files.filter(isUnhashed).primaryKeys();
    for (const hash of hashes) {
      await new Promise<void>((idle) => void whenIdle(idle));
      const file = await offlineDb().files.get(hash);
      if (file === undefined || !isUnhashed(file)) continue; // deleted meanwhile
      try {
        const { width, height, pdq } = (await pictureOf(await blobOf(file))) ?? { width: 0, height: 0 };
        const look: PictureLook = { width, height, ...(pdq === undefined ? {} : { pdq }) };
        await offlineDb().files.update(hash, { look });
      } catch (error) {
        console.warn("A saved picture could not be hashed.", error); // tried again at the next start
      }
    }
    if (hashes.length === 0) return;
    cached = undefined;
    stopIfIdle();
  });
}

const isUnhashed = (file: StoredFile) => file.isWhole === 1 && file.look === undefined && isPicture(file);

async function blobOf(file: StoredFile): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const bytes of storedBytes(file)) parts.push(bytes as Uint8Array<ArrayBuffer>);
  return new Blob(parts, { type: file.type });
}

interface Looks {
  hashes: string[];
  packed: Uint32Array;
}

let cached: { at: number; looks: Promise<Looks> } | undefined;

/**
 * Finds saved pictures that look like one, the closest first, with the saved posts that contain them.
 * @param pdq 64 hex digits
 * @throws what Dexie throws
 */
export async function similarSaved(pdq: string): Promise<PictureHit[]> {
  if (cached === undefined || Date.now() - cached.at > FRESH_MS)
    cached = { at: Date.now(), looks: readLooks() };
  const { packed, hashes } = await cached.looks;
  const hits: PictureHit[] = [];
  for (const { at, distance } of closest(packed, pdq, SEARCH_DISTANCE)) {
    const hit = await hitOf(hashes[at] ?? "", distance);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

async function readLooks(): Promise<Looks> {
  const files = await offlineDb()
    .files.filter(({ look }) => look?.pdq !== undefined)
    .toArray();
  return {
    hashes: files.map(({ hash }) => hash),
    packed: packHashes(files.map(({ look }) => look?.pdq ?? "")),
  };
}

/** @returns undefined if the file was deleted since the hashes were read */
async function hitOf(hash: string, distance: number): Promise<PictureHit | undefined> {
  const { files, saved } = offlineDb();
  const file = await files.get(hash);
  if (file?.isWhole !== 1) return undefined;
  const rows = await saved.bulkGet(file.posts);
  const posts = rows.flatMap((row) => {
    if (row === undefined || row.state === "gone") return [];
    const [service = "", user = "", id = ""] = row.key.split("/");
    return { service, user, id, title: row.title, revision: null };
  });
  if (posts.length === 0) return undefined;
  return {
    hash,
    mime: file.type,
    ext: /\.\w+$/.exec(file.path)?.[0] ?? "",
    size: file.bytes ?? 0,
    posts,
    discord_posts: [],
    more: false,
    distance,
    width: file.look?.width ?? null,
    height: file.look?.height ?? null,
  };
}
