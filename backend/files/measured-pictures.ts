/** Sizes and colors of stored images, which pages reserve space with, and their perceptual hashes (docs/decisions/0079-find-by-picture.md). */
import type { Logger } from "pino";
import { filePath } from "#shared/rules/files.ts";
import { THUMBNAIL_EXTENSIONS } from "#shared/rules/image-types.ts";
import { MIN_QUALITY } from "#shared/rules/pdq-limits.ts";
import type { Db, Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import { BusyError, type Measured, PictureError } from "./decoders.ts";
import type { Pictures } from "./pictures.ts";
import type { FileStorage } from "./storage.ts";

const INTERVAL_MS = 10_000;
/** Small, as decoding an image may take a second. */
const BATCH = 50;
const COLLECT_MS = 2_000;
/** Ids that a transaction under way may still hold when later ones are there. */
const OPEN_IDS = 100_000;
const UNREADABLE: Measured = { width: 0, height: 0 };

interface Row {
  hash: string;
  width: number;
  height: number;
  /** `#rrggbb`; null if it was not read. */
  color: string | null;
  /** 64 hex digits; null if the image has too little in it to be compared. */
  pdq: string | null;
  quality: number;
}

function rowOf(hash: string, { width, height, color, hash: found }: Measured): Row {
  const { bits, quality } = found ?? { bits: "", quality: 0 };
  return { hash, width, height, color: color ?? null, pdq: quality < MIN_QUALITY ? null : bits, quality };
}

/**
 * Writes sizes and colors that are new. No statement writes nothing, as each notifies that pages of posts are to be read again. Leaves
 * out files that were deleted meanwhile.
 */
export async function setPictureSizes(
  db: Db,
  sizes: readonly (Pick<Row, "hash" | "width" | "height"> & Partial<Pick<Row, "color">>)[],
): Promise<void> {
  if (sizes.length === 0) return;
  const news = await db<{ hash: string }[]>`
    select s.* from jsonb_to_recordset(${db.json(sizes as never)}) as s (hash text, width integer, height integer, color text)
    join files using (hash) left join picture_sizes p using (hash)
    where (p.width, p.height, p.color) is distinct from (s.width, s.height, coalesce(s.color, p.color))`;
  if (news.length === 0) return;
  await db`
    insert into picture_sizes (hash, width, height, color)
    select s.hash, s.width, s.height, s.color
    from jsonb_to_recordset(${db.json(news as never)}) as s (hash text, width integer, height integer, color text)
    join files using (hash)
    order by 1
    on conflict (hash) do update set width = excluded.width, height = excluded.height,
      color = coalesce(excluded.color, picture_sizes.color)`;
}

/** Writes perceptual hashes of files that have none; as setPictureSizes. */
export async function setPictureHashes(
  db: Db,
  hashes: readonly Pick<Row, "hash" | "pdq" | "quality">[],
): Promise<void> {
  if (hashes.length === 0) return;
  const news = await db<{ hash: string }[]>`
    select s.* from jsonb_to_recordset(${db.json(hashes as never)}) as s (hash text, pdq text, quality smallint)
    join files using (hash) where not exists (select from picture_hashes p where p.hash = s.hash)`;
  if (news.length === 0) return;
  await db`
    with hashed as (
      insert into picture_hashes (hash, pdq, quality)
      select s.hash, ('x' || s.pdq)::bit(256), s.quality
      from jsonb_to_recordset(${db.json(news as never)}) as s (hash text, pdq text, quality smallint) join files using (hash)
      order by 1
      on conflict (hash) do nothing returning hash, pdq
    )
    insert into uncompared_pictures select hash from hashed where pdq is not null
    on conflict (hash) do nothing`;
}

/**
 * Collects what is found while thumbnails are made, and writes it together. What a process had not written when it ended
 * comes with another thumbnail of the image.
 */
export function collectPictures(sql: Sql, log: Logger): (hash: string, measured: Measured) => void {
  const waiting = new Map<string, Measured>();
  const write = async () => {
    const found = [...waiting];
    waiting.clear();
    await setPictureSizes(
      sql,
      found.map(([hash, measured]) => rowOf(hash, measured)),
    );
    await setPictureHashes(
      sql,
      found.filter(([, measured]) => measured.hash !== undefined).map(([hash, one]) => rowOf(hash, one)),
    );
  };
  return (hash, measured) => {
    if (waiting.size === 0)
      setTimeout(
        () => write().catch((error) => log.warn({ err: error }, "sizes of images were not stored")),
        COLLECT_MS,
      ).unref();
    waiting.set(hash, measured);
  };
}

export interface PictureTaskOptions {
  sql: Sql;
  storage: FileStorage;
  pictures: Pick<Pictures, "measure">;
  log: Logger;
}

/**
 * Measures and hashes images on the local disk. Those stored elsewhere would have to be downloaded for it, so it happens
 * with their first thumbnail.
 */
export function pictureTask({ sql, storage, pictures, log }: PictureTaskOptions): Task {
  /** Files up to this id are done. */
  let done = 0;
  return {
    name: "pictures",
    everyMs: INTERVAL_MS,
    run: async () => {
      const files = await sql<{ id: number; hash: string; ext: string }[]>`
        select f.id, f.hash, f.ext from files f
        where f.id > ${done} and f.ext = any(${THUMBNAIL_EXTENSIONS})
          and (not exists (select from picture_sizes s where s.hash = f.hash)
            or not exists (select from picture_hashes h where h.hash = f.hash))
        order by f.id limit ${BATCH}`;
      const rows: Row[] = [];
      for (const { hash, ext } of files) {
        const source = storage.localPath(filePath(hash, ext));
        if (source === undefined) return false;
        rows.push(rowOf(hash, await measure(source)));
      }
      await setPictureSizes(sql, rows);
      await setPictureHashes(sql, rows);
      if (files.length > 0) return true;
      const [{ last }] = await sql<[{ last: number }]>`select coalesce(max(id), 0) as last from files`;
      done = Math.max(done, last - OPEN_IDS);
      return false;
    },
  };

  async function measure(source: string): Promise<Measured> {
    try {
      return await pictures.measure(source);
    } catch (error) {
      if (error instanceof BusyError) throw error;
      if (!(error instanceof PictureError)) log.warn({ source, err: error }, "an image cannot be measured");
      return UNREADABLE;
    }
  }
}
