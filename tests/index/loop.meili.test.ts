import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runIndexer } from "#indexer/loop.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";

let index: TestIndex;
let stop: () => Promise<void>;
beforeAll(async () => {
  index = await createIndex();
  stop = index.start();
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

test("rows beyond the size of a batch come with the next ones", async () => {
  await stop();
  const { sql } = index.database;
  const abort = new AbortController();
  const log = pino({ level: "silent" });
  const indexing = runIndexer({ sql, engine: index.engine, log, signal: abort.signal, batchSize: 10_000 });
  await sql`insert into posts (service, id, "user", title, content)
    select 'fanbox', 'many' || i, '1', 'one of many', repeat('text ', 200) from generate_series(1, 900) i`;
  await index.idle();
  expect(await index.engine.count(posts())).toBe(900);
  await sql`delete from posts where id like 'many%'`;
  await index.idle();
  expect(await index.engine.count(posts())).toBe(0);
  abort.abort();
  await indexing;
});
