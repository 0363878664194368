/** Small rows for tests: every field has a plain value, a test names only those it is about. */
import type { Db } from "#backend/db/client.ts";
import { POST_DEFAULTS } from "#shared/entities/post.ts";

type Json = Parameters<Db["json"]>[0];

export interface CreatorFields {
  service: string;
  id: string;
  name: string;
  public_id: string | null;
  indexed: string;
  updated: string;
  relation_id: number | null;
  favorited: number;
  icon: string | null;
  banner: string | null;
  hidden: boolean;
}

export async function buildCreator(sql: Db, fields: Partial<CreatorFields> = {}): Promise<CreatorFields> {
  const creator: CreatorFields = {
    service: "patreon",
    id: "1",
    name: "Ann",
    public_id: null,
    indexed: "2024-01-01T10:00:00.123456",
    updated: "2024-05-01T10:00:00.654321",
    relation_id: null,
    favorited: 0,
    icon: null,
    banner: null,
    hidden: false,
    ...fields,
  };
  const { favorited, ...row } = creator;
  await insert(sql, "creators", row);
  if (favorited > 0)
    await sql`update creator_counts set favorites = ${favorited} where service = ${row.service} and id = ${row.id}`;
  return creator;
}

type Content = typeof POST_DEFAULTS;
/** Any JSON where the archive stores JSON: tests store odd values too. */
export type PostFields = { service: string; id: string; user: string } & {
  [Name in keyof Content]: Content[Name] extends string | boolean | string[] | null
    ? Content[Name]
    : Content[Name] | Json;
};

const POST: PostFields = {
  ...POST_DEFAULTS,
  service: "patreon",
  id: "1",
  user: "1",
  title: "A post",
  content: "<p>Words of a post</p>",
  added: "2024-03-01T08:00:00.250001",
  published: "2024-02-01T08:00:00",
};

/** Through JSON, so that the server reads dates itself: the driver would cut microseconds and guess a time zone. */
export async function insert(sql: Db, table: string, row: object): Promise<void> {
  const names = sql(Object.keys(row));
  await sql`insert into ${sql(table)} (${names})
    select ${names} from jsonb_populate_record(null::${sql(table)}, ${sql.json(row as Json)})`;
}

export async function buildPost(
  sql: Db,
  { fav_count = 0, ...fields }: Partial<PostFields & { hidden: boolean; fav_count: number }> = {},
): Promise<PostFields> {
  const post = { ...POST, ...fields };
  await insert(sql, "posts", post);
  if (fav_count > 0)
    await sql`update post_counts set favorites = ${fav_count} where service = ${post.service} and id = ${post.id}`;
  return post;
}

/** An older revision of a post; revisions are numbered by hand so that tests can name them. */
export async function buildRevision(
  sql: Db,
  revision_id: number,
  fields: Partial<PostFields> = {},
): Promise<void> {
  await insert(sql, "post_revisions", { revision_id, ...POST, ...fields });
}

export async function buildComment(sql: Db, fields: Record<string, string> = {}): Promise<void> {
  await insert(sql, "comments", {
    service: "patreon",
    post: "1",
    id: "c1",
    parent_id: null,
    commenter: "77",
    commenter_name: "Bea",
    content: "A comment",
    published: "2024-02-02T08:00:00",
    ...fields,
  });
}

export async function buildDm(sql: Db, fields: Record<string, unknown> = {}): Promise<void> {
  await insert(sql, "dms", {
    hash: "d1",
    service: "patreon",
    user: "1",
    content: "A message",
    embed: {},
    file: {},
    added: "2024-02-02T08:00:00.100000",
    published: "2024-02-01T08:00:00",
    hidden: false,
    ...fields,
  });
}

/** A stored path that belongs to nothing on disk; `seed` is one hex digit. */
export function fakePath(seed: string, ext: string): string {
  const hash = seed.repeat(64);
  return `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ext}`;
}
