/** Counts reach the index within a minute, together; everything else at once (docs/decisions/0052-counts-later.md). */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { acknowledge, claim, release } from "#indexer/outbox.ts";
import { untilDrained, verify } from "#indexer/verify.ts";
import { creator, ingestFolder, post, temporary, writeBundle } from "#tests/bundle/bundle.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { createIndex } from "#tests/support/index.ts";

const INGESTS = 15;

/** Lets counts wait for longer than a test may take on any machine. */
const waitWithCounts = (sql: TestDatabase["sql"]) =>
  sql`create or replace function counts_delay() returns interval language sql as $$ select interval '1 day' $$`;

test("fifteen ingests of a creator push its document once and once more, while each post arrives at once", async () => {
  await using index = await createIndex();
  await using folder = await temporary();
  const { sql } = index.database;
  const { engine } = index;
  await waitWithCounts(sql);
  await sql`create table pushes (index_name text, id text)`;
  await sql`create function record_push() returns trigger language plpgsql as $$ begin
    insert into pushes values (new.index_name, new.id); return null; end $$`;
  await sql`create trigger record_push after update on index_outbox for each row
    when (new.leased_by is distinct from old.leased_by and new.leased_by is not null) execute function record_push()`;
  const pushes = (name: string) =>
    sql`select id, count(*) as n from pushes where index_name = ${name} group by 1 order by 1`.values();
  index.start();
  for (let i = 0; i < INGESTS; i += 1) {
    const at = join(folder.path, `bundle${i}`);
    await writeBundle(at, {
      creators: [{ ...creator("1"), updated: `2024-01-01T00:00:${String(i).padStart(2, "0")}` }],
      posts: [{ ...post(`p${i}`), tags: ["Ink"] }],
    });
    await ingestFolder(sql, at, join(folder.path, "data"));
    await untilDrained(sql);
    expect(await engine.count(engine.uid("posts"))).toBe(i + 1);
  }
  expect(await pushes("creators")).toEqual([["1", 1]]);
  expect(await pushes("tags")).toEqual([["ink", 1]]);

  // verify takes what is still to come for no difference, and waits for no minute.
  const none = { missing: 0, ghost: 0, stale: 0 };
  expect(await verify(sql, engine, { drain: () => untilDrained(sql) })).toMatchObject({
    creators: none,
    tags: none,
  });
  expect(await pushes("creators")).toEqual([["1", 2]]);
  expect(await pushes("tags")).toEqual([["ink", 2]]);
  const key = `${creator("1").service}-1`;
  expect((await engine.find(engine.uid("creators"), [key]))[0]).toMatchObject({ post_count: INGESTS });
  expect(await sql`select from index_outbox`).toHaveLength(0);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await waitWithCounts(database.sql);
});
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from creators`;
  await buildCreator(sql);
  await buildPost(sql, { tags: ["ink"] });
  await sql`truncate index_outbox`;
});
afterAll(() => database[Symbol.asyncDispose]());

const count = () => buildPost(database.sql, { id: crypto.randomUUID(), tags: ["ink"] });
const rename = () => database.sql`update creators set name = name || '!'`;
/** Entries, other than posts, that an indexer would take now. */
const due = async (token: string) =>
  (await claim(database.sql, token, 100, 60)).filter(({ index_name }) => index_name !== "posts");
const names = (rows: readonly { index_name: string }[]) => rows.map(({ index_name }) => index_name).sort();

test("a new name does not wait for the count before it, nor for the one after it", async () => {
  await count();
  expect(await due("a")).toEqual([]);
  await rename();
  await count();
  expect(names(await due("a"))).toEqual(["creators"]);
});

test("a tag that begins or ceases to be used does not wait", async () => {
  await buildPost(database.sql, { id: "new", tags: ["sea", "ink"] });
  const rows = await due("a");
  expect(rows.map(({ id }) => id)).toEqual(["sea"]);
  await acknowledge(database.sql, "a", rows);
  await database.sql`delete from posts where id = 'new'`;
  expect((await due("a")).map(({ id }) => id)).toEqual(["sea"]);
});

test("a count that changes while its document is pushed waits after that, a name does not", async () => {
  await rename();
  const first = await due("a");
  await count();
  await acknowledge(database.sql, "a", first);
  expect(await due("b")).toEqual([]);
  await rename();
  const second = await due("b");
  await rename();
  await count();
  await acknowledge(database.sql, "b", second);
  expect(names(await due("c"))).toEqual(["creators"]);
});

test("documents that could not be pushed are due again, whatever came in between", async () => {
  await rename();
  const rows = await due("a");
  await count();
  await release(database.sql, "a", rows);
  expect(names(await due("b"))).toEqual(["creators"]);
});
