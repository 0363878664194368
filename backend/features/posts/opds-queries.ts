import type { FileRef, MaybeFile } from "#shared/entities/file.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db, Fragment } from "../../db/client.ts";
import { depthBound, pageAt } from "../../db/pages.ts";
import { seenPosts } from "../../db/totals.ts";
import type { FeedCreator } from "./feed-queries.ts";

export interface ListedCreator extends FeedCreator {
  posts: number;
  /** Milliseconds since 1970. */
  updated: number;
}

interface Page {
  total: number;
  creators: ListedCreator[];
}

/** Creators with posts, last updated first. @param account only its favorites */
export async function listedCreators(sql: Db, offset: number, account?: number): Promise<Page> {
  const from: Fragment =
    account === undefined
      ? sql`creators c where not c.hidden`
      : sql`favorite_creators f join creators c on c.service = f.service and c.id = f.id and not c.hidden
          where f.account = ${account}`;
  const listed = sql`
    select c.service, c.id, c.name, ${seenPosts(sql)} as posts, c.updated, c.icon is not null as "hasIcon" from ${from} and ${seenPosts(sql)} > 0`;
  const [[counted], creators] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from (${listed}) l`,
    sql<ListedCreator[]>`
      select service, id, name, posts, "hasIcon", floor(extract(epoch from updated) * 1000)::bigint as updated from (
        select * from (${listed}) l order by updated desc, service, id limit ${depthBound(sql, offset, PAGE_SIZE)}
      ) near order by near.updated desc, service, id ${pageAt(sql, offset, PAGE_SIZE)}`,
  ]);
  return { total: counted.total, creators };
}

/** Files of a visible post; undefined if there is none. */
export async function filesOfPost(
  sql: Db,
  { service, id, post }: { service: string; id: string; post: string },
): Promise<{ file: MaybeFile; attachments: FileRef[] } | undefined> {
  const [row] = await sql<{ file: MaybeFile; attachments: FileRef[] }[]>`
    select p.file, p.attachments from posts p join creators c on c.service = p.service and c.id = p."user"
    where p.service = ${service} and p.id = ${post} and p."user" = ${id} and not p.hidden and not c.hidden`;
  return row;
}

/** Sizes of measured images in pixels, by SHA-256. */
export async function pixelsOf(
  sql: Db,
  hashes: readonly string[],
): Promise<Map<string, { width: number; height: number }>> {
  const rows = await sql<{ hash: string; width: number; height: number }[]>`
    select hash, width, height from picture_sizes where hash = any(${[...hashes]}::text[]) and width > 0`;
  return new Map(rows.map(({ hash, width, height }) => [hash, { width, height }]));
}
