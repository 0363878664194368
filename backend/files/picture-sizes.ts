/** Sizes of stored images, which pages reserve space by. */
import type { Logger } from "pino";
import { filePath } from "#shared/rules/files.ts";
import { IMAGE_TYPES } from "#shared/rules/image-types.ts";
import type { Db, Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import { BusyError, PictureError, type PictureSize } from "./decoders.ts";
import type { Pictures } from "./pictures.ts";
import type { FileStorage } from "./storage.ts";

const INTERVAL_MS = 10_000;
const BATCH = 200;
const COLLECT_MS = 2_000;
/** Ids that a transaction under way may still hold when later ones are there. */
const OPEN_IDS = 100_000;
const EXTENSIONS = IMAGE_TYPES.filter(({ thumbnail }) => thumbnail).flatMap(({ extensions }) => extensions);
const UNREADABLE: PictureSize = { width: 0, height: 0 };

type HashedSize = PictureSize & { hash: string };

/**
 * Writes sizes that are new. No statement writes nothing, as each notifies that pages of posts are to be read again. Leaves
 * out files that were deleted meanwhile.
 */
export async function setPictureSizes(db: Db, sizes: readonly HashedSize[]): Promise<void> {
  if (sizes.length === 0) return;
  const news = await db<HashedSize[]>`
    select s.* from jsonb_to_recordset(${db.json(sizes as never)}) as s (hash text, width integer, height integer)
    join files using (hash) left join picture_sizes p using (hash)
    where (p.width, p.height) is distinct from (s.width, s.height)`;
  if (news.length === 0) return;
  await db`
    insert into picture_sizes (hash, width, height)
    select s.hash, s.width, s.height
    from jsonb_to_recordset(${db.json(news as never)}) as s (hash text, width integer, height integer) join files using (hash)
    order by 1
    on conflict (hash) do update set width = excluded.width, height = excluded.height`;
}

/**
 * Collects sizes of images of which a thumbnail was made, and writes them together. What a process had not written when it
 * ended comes with another thumbnail of the image.
 */
export function collectPictureSizes(sql: Sql, log: Logger): (hash: string, size: PictureSize) => void {
  const waiting = new Map<string, PictureSize>();
  const write = () => {
    const sizes = [...waiting].map(([hash, size]) => ({ hash, ...size }));
    waiting.clear();
    setPictureSizes(sql, sizes).catch((error) => log.warn({ err: error }, "sizes of images were not stored"));
  };
  return (hash, size) => {
    if (waiting.size === 0) setTimeout(write, COLLECT_MS).unref();
    waiting.set(hash, size);
  };
}

export interface PictureSizeOptions {
  sql: Sql;
  storage: FileStorage;
  pictures: Pick<Pictures, "measure">;
  log: Logger;
}

/**
 * Measures images on the local disk that no thumbnail was made of yet. Those stored elsewhere would have to be downloaded
 * for it, so they are measured with their first thumbnail.
 */
export function pictureSizeTask({ sql, storage, pictures, log }: PictureSizeOptions): Task {
  /** Files up to this id have a size. */
  let measured = 0;
  return {
    name: "picture_sizes",
    everyMs: INTERVAL_MS,
    run: async () => {
      const files = await sql<{ id: number; hash: string; ext: string }[]>`
        select f.id, f.hash, f.ext from files f
        where f.id > ${measured} and f.ext = any(${EXTENSIONS})
          and not exists (select from picture_sizes s where s.hash = f.hash)
        order by f.id limit ${BATCH}`;
      const sizes: HashedSize[] = [];
      for (const { hash, ext } of files) {
        const source = storage.localPath(filePath(hash, ext));
        if (source === undefined) return false;
        sizes.push({ hash, ...(await sizeOf(source)) });
      }
      await setPictureSizes(sql, sizes);
      if (files.length > 0) return true;
      const [{ last }] = await sql<[{ last: number }]>`select coalesce(max(id), 0) as last from files`;
      measured = Math.max(measured, last - OPEN_IDS);
      return false;
    },
  };

  async function sizeOf(source: string): Promise<PictureSize> {
    try {
      return await pictures.measure(source);
    } catch (error) {
      if (error instanceof BusyError) throw error;
      if (!(error instanceof PictureError)) log.warn({ source, err: error }, "an image cannot be measured");
      return UNREADABLE;
    }
  }
}
