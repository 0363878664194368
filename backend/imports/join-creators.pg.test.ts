import { expect, test } from "vitest";
import { createDatabase } from "#tests/support/database.ts";
import { joinCreators } from "./join-creators.ts";

const JOINED = { service: "fansly", user: "29" };

test("everything of a name moves to the creator with the id: content, counts, favorites, links, exclusions, takedowns", async () => {
  await using database = await createDatabase();
  const { sql } = database;
  await sql`
    insert into creators (service, id, public_id, name, indexed, updated, rating, hidden, former_names, icon) values
      ('fansly', 'cedarloom', 'cedarloom', 'cedarloom', '2026-01-01', '2026-03-01', 2, false, '{}', null),
      ('fansly', '29', 'CedarLoom', 'Cedar & Loom', '2026-01-02', '2026-02-01', 0, false, '{Cedar}', '/aa/bb/icon.png')`;
  await sql`
    insert into posts (service, id, "user", tags, file) values ('fansly', '1', 'cedarloom', '{sea}', '{}'), ('fansly', '2', '29', '{sea}', '{}')`;
  await sql`
    insert into post_revisions (service, id, "user", title, content, embed, shared_file, file, attachments)
    values ('fansly', '1', 'cedarloom', 'Old', '', '{}', false, '{}', '[]')`;
  await sql`
    insert into dms (hash, service, "user", content, added, published) values ('h', 'fansly', 'cedarloom', 'Hi', now(), now())`;
  await sql`insert into shares (id, service, "user", name, added) values ('s', 'fansly', 'cedarloom', 'S', now())`;
  await sql`
    insert into announcements (service, user_id, hash, content, added) values
      ('fansly', 'cedarloom', 'a', 'A', now()), ('fansly', 'cedarloom', 'b', 'B', now()), ('fansly', '29', 'a', 'A', now())`;
  await sql`insert into accounts (username) values ('mina'), ('noa')`;
  await sql`
    insert into favorite_creators (account, service, id)
    select a.id, 'fansly', c.id from accounts a, creators c where a.username = 'mina' or c.id = 'cedarloom'`;
  await sql`insert into groups (name) values ('Guests')`;
  await sql`insert into group_exclusions select id, 'fansly', 'cedarloom' from groups`;
  await sql`insert into takedowns (service, "user", post) values ('fansly', 'cedarloom', '9')`;

  const ambiguous: unknown[] = [];
  await joinCreators(sql, undefined, (name) => ambiguous.push(name));
  expect(ambiguous).toEqual([]);
  expect(
    await sql`
      select id, public_id, name, iso(indexed) as indexed, iso(updated) as updated, rating, icon, former_names, post_count,
        dm_count, share_count from creators`,
  ).toEqual([
    {
      ...{ id: "29", public_id: "CedarLoom", name: "Cedar & Loom", rating: 2, icon: "/aa/bb/icon.png" },
      ...{ indexed: "2026-01-01T00:00:00", updated: "2026-03-01T00:00:00" },
      former_names: ["Cedar", "cedarloom"],
      ...{ post_count: 2, dm_count: 1, share_count: 1 },
    },
  ]);
  for (const table of ["posts", "post_revisions", "dms", "shares"])
    expect(await sql`select distinct service, "user" from ${sql(table)}`, table).toEqual([JOINED]);
  expect(await sql`select user_id, hash from announcements order by hash`).toEqual([
    { user_id: "29", hash: "a" },
    { user_id: "29", hash: "b" },
  ]);
  expect(
    await sql`select a.username, f.id from favorite_creators f join accounts a on a.id = f.account order by 1`,
  ).toEqual([
    { username: "mina", id: "29" },
    { username: "noa", id: "29" },
  ]);
  expect(await sql`select delta from favorite_deltas where id = '29'`).toEqual([{ delta: 1 }]);
  expect(await sql`select creator from group_exclusions order by 1`).toEqual([
    { creator: "29" },
    { creator: "cedarloom" },
  ]);
  expect(await sql`select version from groups`).toEqual([{ version: 2 }]);
  expect(await sql`select "user", post from takedowns where "user" = '29'`).toEqual([
    { user: "29", post: "9" },
  ]);
  expect(await sql`select tag, post_count from creator_tags where post_count > 0`).toEqual([
    { tag: "sea", post_count: 2 },
  ]);
});

test("a name that was taken down joins nobody", async () => {
  await using database = await createDatabase();
  const { sql } = database;
  await sql`
    insert into creators (service, id, public_id, name, indexed, updated) values
      ('fansly', 'ann', 'ann', 'ann', now(), now()), ('fansly', '29', 'ann', 'Ann', now(), now())`;
  await sql`insert into takedowns (service, "user") values ('fansly', 'ann')`;
  await joinCreators(sql, undefined, () => undefined);
  expect(await sql`select id from creators order by id`).toEqual([{ id: "29" }, { id: "ann" }]);
});
