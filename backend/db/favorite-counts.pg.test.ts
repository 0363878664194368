import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { openDatabase } from "./client.ts";
import { countFavorite, type FavoriteTarget, favoriteCount } from "./favorite-counts.ts";
import { rollUp } from "./favorite-rollup.ts";
import { transaction } from "./tx.ts";

const POST: FavoriteTarget = { entity: "post", service: "patreon", id: "1" };
const CREATOR: FavoriteTarget = { entity: "creator", service: "patreon", id: "1" };

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from creators`;
  await buildCreator(sql, { favorited: 3 });
  await buildPost(sql, { fav_count: 7 });
  await buildPost(sql, { id: "2" });
  await sql`truncate favorite_deltas, index_outbox`;
  await sql`update favorite_rollup set ran_at = '-infinity'`;
});
afterAll(() => database[Symbol.asyncDispose]());

const favorite = (target: FavoriteTarget, delta: 1 | -1 = 1) =>
  transaction(database.sql, (tx) => countFavorite(tx, target, delta));
const stored = async () => {
  const rows = await database.sql`
    select 'post' || id as key, favorites from post_counts union all
    select 'creator' || id, favorites from creator_counts order by 1`.values();
  return Object.fromEntries(rows) as Record<string, number>;
};
const outbox = () =>
  database.sql`select index_name, id, version from index_outbox order by index_name, id`.values();

test("the person who favorites gets the exact count at once", async () => {
  expect(await favorite(POST)).toBe(8);
  expect(await favorite(POST)).toBe(9);
  expect(await favorite(POST, -1)).toBe(8);
  expect(await favorite(CREATOR)).toBe(4);
  expect(await favoriteCount(database.sql, POST)).toBe(8);
  expect(await favoriteCount(database.sql, { ...POST, id: "none" })).toBe(0);
});

test("a favorite writes no content, queues no document and notifies nobody; a roll-up notifies its own topics once", async () => {
  const { sql, url } = database;
  const notified: string[] = [];
  const listener = openDatabase(url, { max: 1 });
  const drained = async () => {
    const arrived = new Promise<void>((resolve) => {
      drain = resolve;
    });
    await sql`select pg_notify('roost_changes', 'end')`;
    await arrived;
  };
  let drain = () => {};
  await listener.listen("roost_changes", (topic) => (topic === "end" ? drain() : notified.push(topic)));
  const rows = () =>
    sql`
    select xmin::text, ctid::text from posts union all select xmin::text, ctid::text from creators union all
    select xmin::text, ctid::text from post_counts union all select xmin::text, ctid::text from creator_counts`.values();
  const before = await rows();
  for (let i = 0; i < 5; i++) await Promise.all([favorite(POST), favorite(CREATOR)]);
  await drained();
  expect([await rows(), await outbox(), notified]).toEqual([before, [], []]);
  await rollUp(sql);
  await drained();
  expect(notified.sort()).toEqual(["creator_counts", "post_counts"]);
  await listener.end({ timeout: 2 });
});

test("a roll-up adds what was recorded and queues each changed document once, at most once a minute", async () => {
  const { sql } = database;
  for (let i = 0; i < 20; i++) await Promise.all([favorite(POST), favorite(CREATOR)]);
  await favorite({ ...POST, id: "2" });
  await favorite({ ...POST, id: "2" }, -1); // nothing in sum: nothing to index
  await rollUp(sql);
  expect(await stored()).toEqual({ post1: 27, post2: 0, creator1: 23 });
  expect(await outbox()).toEqual([
    ["creators", "1", 1],
    ["posts", "1", 1],
  ]);
  await favorite(POST);
  expect(await rollUp(sql)).toBeGreaterThan(0); // milliseconds to wait
  expect(await stored()).toMatchObject({ post1: 27 });
  expect(await favoriteCount(sql, POST)).toBe(28);
  await sql`update favorite_rollup set ran_at = ran_at - interval '61 seconds'`;
  await rollUp(sql);
  expect(await stored()).toMatchObject({ post1: 28 });
  expect((await outbox())[1]).toEqual(["posts", "1", 2]);
});

test("when due, one of several processes rolls up", async () => {
  const { sql } = database;
  await favorite(POST);
  await Promise.all(Array.from({ length: 4 }, () => rollUp(sql)));
  expect(await stored()).toMatchObject({ post1: 8 });
  expect(await outbox()).toEqual([["posts", "1", 1]]);
});

test("no favorite is lost or counted twice while many write and roll-ups run", async () => {
  const { sql } = database;
  let writing = true;
  const rolling = (async () => {
    while (writing) await rollUp(sql, 0);
  })();
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 25; i++) await favorite(writer % 2 === 0 ? POST : CREATOR, i % 5 === 0 ? -1 : 1);
    }),
  );
  writing = false;
  await rolling;
  expect(await favoriteCount(sql, POST)).toBe(7 + 4 * 15);
  await rollUp(sql, 0);
  expect(await stored()).toEqual({ post1: 67, post2: 0, creator1: 63 });
});

test("a roll-up whose connection is killed half-way leaves every favorite recorded", async () => {
  const { sql, url } = database;
  await favorite(POST);
  await favorite(CREATOR);
  const victim = openDatabase(url, { max: 1, name: "victim" });
  await transaction(sql, async (tx) => {
    await tx`select from creator_counts for update`; // the posts are added, the creators wait
    const killed = expect(rollUp(victim)).rejects.toThrow();
    for (let waiting = false; !waiting; ) {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'victim' and wait_event_type = 'Lock' and query like '%creator_counts%'`;
      waiting = rows.length > 0;
    }
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'victim'`;
    await killed;
  });
  await victim.end({ timeout: 2 });
  expect(await stored()).toEqual({ post1: 7, post2: 0, creator1: 3 });
  await rollUp(sql);
  expect(await stored()).toEqual({ post1: 8, post2: 0, creator1: 4 });
});

test("counts follow a post that is hidden, moved or deleted, and never fall below 0", async () => {
  const { sql } = database;
  await sql`update posts set hidden = true, published = '2020-01-01' where id = '1'`;
  expect(
    await sql`select p.id from posts p join post_counts k using (service, id, "user", listed_at, hidden)`,
  ).toHaveLength(2);
  await favorite({ ...POST, id: "2" }, -1);
  await favorite(POST);
  await sql`delete from posts where id = '1'`;
  await rollUp(sql);
  expect(await stored()).toEqual({ post2: 0, creator1: 3 });
  expect(await sql`select from favorite_deltas`).toHaveLength(0);
});

test("the count of a post goes with it, however it goes", async () => {
  const { sql } = database;
  await sql`delete from posts where id = '2'`;
  expect(await stored()).not.toHaveProperty("post2");
  expect(await stored()).toHaveProperty("post1");
  await sql`truncate posts cascade`;
  expect(await sql`select id from post_counts`).toEqual([]);
});
