import { afterAll, beforeAll, expect, test } from "vitest";
import { createIndex, type TestIndex } from "#tests/support/index.ts";

let index: TestIndex;
beforeAll(async () => {
  index = await createIndex();
  index.start();
  const { sql } = index.database;
  await sql`insert into creators (service, id, name, indexed, updated) values ('fanbox', '1', 'Ann', now(), now()), ('fanbox', '2', 'Bea', now(), now())`;
});
afterAll(() => index[Symbol.asyncDispose]());

const posts = () => index.engine.uid("posts");

test("a written row becomes a document, and leaves when it is hidden, deleted or its creator is hidden", async () => {
  const { sql } = index.database;
  await sql`insert into posts (service, id, "user", title, content, tags, published) values
    ('fanbox', 'a', '1', 'Genshin', '<p>one<br>t<b>w</b>o &amp; three</p>', '{Ink,sea}', '2024-01-01T00:00:00Z'),
    ('fanbox', '太宰治', '1', '人間失格', '', null, null),
    ('fanbox', 'c', '2', 'third', '', null, null)`;
  await index.idle();
  const [document] = await index.engine.find(posts(), ["fanbox-a"]);
  expect(document).toMatchObject({
    title: "Genshin",
    creator: "Ann",
    content: "one two & three",
    tags: ["Ink", "sea"],
    published: 1_704_067_200,
  });
  expect(await index.engine.count(posts())).toBe(3);
  expect(await index.engine.count(index.engine.uid("tags"))).toBe(2);
  await sql`update posts set hidden = true where id = 'a'`;
  await sql`update creators set hidden = true where id = '2'`;
  await sql`delete from posts where id = '太宰治'`;
  await index.idle();
  expect(await index.engine.count(posts())).toBe(0);
  expect(await index.engine.count(index.engine.uid("tags"))).toBe(0);
  expect(await index.engine.count(index.engine.uid("creators"))).toBe(1);
});
