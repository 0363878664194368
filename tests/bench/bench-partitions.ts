/** Posts in one table against posts in 16 partitions by creator (decision 0053): the project's own statements on both. */
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { creatorPosts, latestPosts, postsByKey } from "#backend/features/posts/list-queries.ts";
import { postPage, resolvePost } from "#backend/features/posts/post-queries.ts";
import { compare, type Line, ms, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const PARTITIONS = 16;
const CREATORS = 5_000;
const CALLS = 40;
const BATCH = 1_000;
const SCHEMAS = { plain: "plain", hashed: "hashed" } as const;
type Side = keyof typeof SCHEMAS;

/** @param posts in each of the two tables */
export async function benchPartitions(setting: Setting, posts: number): Promise<Line[]> {
  const { url, sql } = await setting.database("partitions");
  await fill(sql, posts);
  const open = (side: Side, planning = "auto") => {
    const address = new URL(url);
    address.searchParams.set("plan_cache_mode", planning);
    address.searchParams.set("search_path", `${SCHEMAS[side]},public`); // where `posts` is found
    return openDatabase(address.href, { max: 1, statementTimeout: 0 });
  };
  const sides = {
    plain: open("plain"),
    hashed: open("hashed"),
    planned: open("hashed", "force_generic_plan"), // once, not for each call
  };
  const keys = await sql<{ service: string; user: string; id: string }[]>`
    select service, "user", id from plain.posts order by md5(id) limit 2000`;
  const key = (n: number) => keys[n % keys.length]!;
  const hits = (n: number) => Array.from({ length: 50 }, (_, at) => key(n * 50 + at));
  const cases: Record<string, (db: Sql, n: number) => Promise<unknown>> = {
    "all posts, first page": (db) => latestPosts(db, 0),
    "all posts, 5,000 down": (db) => latestPosts(db, 5_000),
    "the same first page, joined by creator too": firstPage,
    "one creator's posts": (db, n) => creatorPosts(db, key(n), 0),
    "a post by creator and id": (db, n) =>
      postPage(db, { service: key(n).service, id: key(n).user, post: key(n).id }),
    "a post by id alone": (db, n) => resolvePost(db, key(n).service, key(n).id),
    "50 hits of the engine by id": (db, n) =>
      postsByKey(
        db,
        hits(n).map(({ service }) => service),
        hits(n).map(({ id }) => id),
      ),
  };
  const lines: Line[] = [];
  for (const [what, call] of Object.entries(cases)) {
    const timed = (db: Sql) => async (round: number) => {
      const begun = performance.now();
      for (let n = 0; n < CALLS; n++) await call(db, round * CALLS + n);
      return (performance.now() - begun) / CALLS;
    };
    const times = await rounds({
      hashed: timed(sides.hashed),
      planned: timed(sides.planned),
      plain: timed(sides.plain),
    });
    const { hashed, planned, plain } = times as Record<string, number[]>;
    lines.push(compare(named(what), hashed!, plain!, ms));
    lines.push(compare(named(`${what}, planned once`), planned!, plain!, ms));
  }
  const added = (side: Side) => async (round: number) => {
    const begun = performance.now();
    await insert(sql, side, posts + round * BATCH, BATCH);
    return (1000 * BATCH) / (performance.now() - begun);
  };
  const rates = await rounds({ hashed: added("hashed"), plain: added("plain") });
  lines.push(compare(named(`${BATCH} posts added at once`), rates["hashed"]!, rates["plain"]!, rate));
  for (const db of Object.values(sides)) await db.end();
  return lines;
}

const named = (what: string) => `${PARTITIONS} partitions against one table: ${what}`;

/** Selects the same as `latestPosts`, with keys that contain the creator. */
const firstPage = (db: Sql) => db`
  select p.id, p."user", p.service, p.title, p.substring, p.file, p.attachments from (
    select k.service, k."user", k.id from posts k where not k.hidden order by k.added_at desc, k.service, k.id limit 50
  ) page join posts p using (service, "user", id) order by p.added_at desc, p.service, p.id`;

/** Both tables with the columns and indexes of ours, besides the text indexes, which would be the same work on both. */
async function fill(sql: Sql, posts: number): Promise<void> {
  await sql`
    insert into creators (service, id, name, indexed, updated)
    select 'patreon', n::text, 'Creator ' || n, now(), now() from generate_series(0, ${CREATORS - 1}::int) n`;
  const indexes = await sql<{ definition: string }[]>`
    select indexdef as definition from pg_indexes where schemaname = 'public' and tablename = 'posts'
      and indexname not in ('posts_pkey', 'posts_by_words', 'posts_by_characters')`;
  for (const side of Object.values(SCHEMAS)) {
    const isHashed = side === "hashed";
    await sql.unsafe(`create schema ${side}`);
    await sql.unsafe(
      `create table ${side}.posts (like public.posts including defaults including generated)
        ${isHashed ? 'partition by hash (service, "user")' : ""}`,
    );
    for (let part = 0; isHashed && part < PARTITIONS; part++)
      await sql.unsafe(
        `create table ${side}.posts_${part} partition of ${side}.posts for values with (modulus ${PARTITIONS}, remainder ${part})`,
      );
    // A unique key must hold what the table is partitioned by; what asks by id alone needs an index of its own.
    await sql.unsafe(`alter table ${side}.posts add primary key (service, ${isHashed ? '"user", ' : ""}id)`);
    if (isHashed) await sql.unsafe(`create index on ${side}.posts (service, id)`);
    for (const { definition } of indexes) await sql.unsafe(definition.replace(" ON public.", ` ON ${side}.`));
    for (let from = 0; from < posts; from += 20_000)
      await insert(sql, side, from, Math.min(20_000, posts - from));
    await sql.unsafe(`vacuum analyze ${side}.posts`);
  }
  await sql`analyze creators`;
}

/** The same rows on both sides; a few creators have most posts. */
async function insert(sql: Sql, side: Side, from: number, count: number): Promise<void> {
  await sql.unsafe(`
    insert into ${side}.posts (service, id, "user", title, content, added, published, tags)
    select 'patreon', n::text, floor(${CREATORS} * power(hashint4(n)::float8 / 4294967296 + 0.5, 2))::int::text,
      'Post ' || md5(n::text), repeat(md5(n::text), 12), timestamptz '2020-01-01' + n * interval '1 minute',
      timestamptz '2020-01-01' + (hashint4(n + 1) & 1048575) * interval '1 minute',
      array['tag' || n % 97, 'tag' || n % 991]
    from generate_series(${from}, ${from + count - 1}) n`);
}
