import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test("counts, tags and the outbox follow what is written, in the same transaction", async () => {
  const { sql } = database;
  await sql`insert into creators (service, id, name, indexed, updated) values ('patreon', '1', 'Ann', now(), now())`;
  await sql`insert into posts (service, id, "user", title, tags) values ('patreon', 'a', '1', 'one', '{Ink,sea}'), ('patreon', 'b', '1', 'two', '{ink}')`;
  expect(await sql`select post_count from creators`).toEqual([{ post_count: 2 }]);
  expect(await sql`select tag, post_count from tags order by tag`).toEqual([
    { tag: "ink", post_count: 2 },
    { tag: "sea", post_count: 1 },
  ]);
  await sql`delete from posts where id = 'b'`;
  expect(await sql`select tag, post_count from tags order by tag`).toEqual([
    { tag: "ink", post_count: 1 },
    { tag: "sea", post_count: 1 },
  ]);
  expect(await sql`select count from totals where entity = 'posts'`).toEqual([{ count: 1 }]);
  expect(await sql`select id from index_outbox where index_name = 'posts' order by id`).toEqual([
    { id: "a" },
    { id: "b" },
  ]);
  await expect(
    sql.begin(async (tx) => {
      await tx`update creators set name = 'Bea'`;
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect(await sql`select version from index_outbox where index_name = 'posts' and id = 'a'`).toEqual([
    { version: 1 },
  ]);
});
