/** Makes thumbnails of cards of new posts, so that the first visitor of a list does not wait for them. */
import type { Logger } from "pino";
import type { FileRef } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { cardImage } from "#shared/services/card-image.ts";
import type { Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import { BusyError, PictureError } from "./decoders.ts";
import type { Pictures } from "./pictures.ts";
import { FileError, type FileStorage } from "./storage.ts";

const INTERVAL_MS = 30_000;
const BATCH = 200;
/** Posts looked at per file: thousands may have a logo. */
const MAX_USES = 20;

interface NewFile {
  id: number;
  hash: string;
  /** Its posts may be still to come. */
  isFresh: boolean;
  /** Some of those that have it. */
  posts: { service: string; file: FileRef | object; attachments: FileRef[] }[];
}

export interface CardPicturesOptions {
  sql: Sql;
  storage: FileStorage;
  pictures: Pick<Pictures, "prepareCard">;
  log: Logger;
}

/**
 * Looks at files that came within the last day, and a minute ago or more: an import writes their posts after them. Files
 * stored elsewhere would have to be downloaded for it.
 */
export function cardPictureTask({ sql, storage, pictures, log }: CardPicturesOptions): Task {
  /** Files up to this id are done. */
  let done: number | undefined;
  return {
    name: "card pictures",
    everyMs: INTERVAL_MS,
    run: async () => {
      done ??= await beforeLastDay();
      const files = await newFiles(done);
      for (const { id, hash, isFresh, posts } of files) {
        if (isFresh) return false;
        const image = posts.map(cardImage).find((one) => one !== undefined && hashOfPath(one.path) === hash);
        if (image !== undefined) {
          if (storage.localPath(image.path) === undefined) return false;
          await prepare(image.path);
        }
        done = id;
      }
      return files.length > 0;
    },
  };

  async function beforeLastDay(): Promise<number> {
    const [{ id }] = await sql<[{ id: number }]>`
      select coalesce(min(id) filter (where added > now() - interval '1 day') - 1, max(id), 0) as id from files`;
    return id;
  }

  /** In the order of ids; old ones, as of a bundle, have no posts here. */
  async function newFiles(after: number): Promise<NewFile[]> {
    return await sql<NewFile[]>`
      select f.id, f.hash, f.added between now() - interval '1 minute' and now() as "isFresh", coalesce(used.posts, '[]') as posts
      from (select * from files where id > ${after} order by id limit ${BATCH}) f
      cross join lateral (
        select json_agg(json_build_object('service', p.service, 'file', p.file, 'attachments', p.attachments)) as posts
        from (select * from file_uses where hash = f.hash and entity = 'post' limit ${MAX_USES}) u
        join posts p on p.service = u.service and p.id = u.key and not p.hidden
        where f.added > now() - interval '1 day'
      ) used
      order by f.id`;
  }

  async function prepare(path: string): Promise<void> {
    try {
      await pictures.prepareCard(path);
    } catch (error) {
      if (error instanceof BusyError) throw error;
      if (!(error instanceof PictureError || error instanceof FileError))
        log.warn({ path, err: error }, "thumbnails of an image were not made");
    }
  }
}
