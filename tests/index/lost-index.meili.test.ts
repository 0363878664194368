/** An engine whose indexes are lost, replaced or older: the indexer rebuilds them without a command. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recover } from "#indexer/recover.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";

let index: TestIndex;
let posts: string;
beforeAll(async () => {
  index = await createIndex();
  posts = index.engine.uid("posts");
  await buildCreator(index.database.sql);
  await buildPost(index.database.sql, { id: "a" });
  await buildPost(index.database.sql, { id: "b" });
  const stop = index.start();
  await index.idle();
  await stop();
});
afterAll(() => index[Symbol.asyncDispose]());

/** Time at which the engine created the index: another one shows that it was rebuilt. */
const createdAt = async () => (await index.engine.times(posts))?.createdAt;
const check = () => recover(index.database.sql, index.engine, pino({ level: "silent" }));

async function expectRebuild(): Promise<void> {
  const before = await createdAt();
  await check();
  expect(await createdAt()).not.toBe(before);
  expect(await index.engine.count(posts)).toBe(2);
  await expectNoRebuild();
}

async function expectNoRebuild(): Promise<void> {
  const before = await createdAt();
  await check();
  expect(await createdAt()).toBe(before);
}

test("a completed index stays as it is", expectNoRebuild);

test("an index that is gone is rebuilt", async () => {
  await index.engine.drop(posts);
  await expectRebuild();
});

test("an index of a reinstalled engine, with settings and some documents, is rebuilt", async () => {
  const { engine } = index;
  await engine.drop(posts);
  await engine.configure("posts");
  await engine.wait(await engine.push(posts, ['{"key":"other","digest":"x"}']));
  await expectRebuild();
  expect(await engine.find(posts, ["other"])).toEqual([]);
});

test("an index from an older copy of the engine's data is rebuilt", async () => {
  // The copy differs from the index only by its time, which lies before the last check.
  await index.database
    .sql`update index_builds set updated_at = now() + interval '1 hour' where index_name = 'posts'`;
  await expectRebuild();
});

test("documents of an earlier version are rebuilt", async () => {
  await index.database.sql`update index_builds set document_version = 0`;
  await expectRebuild();
});

test("a rebuild that was interrupted starts again", async () => {
  await index.engine.drop(posts);
  await index.engine.configure("posts", `${posts}_new`);
  await index.engine.wait(await index.engine.push(`${posts}_new`, ['{"key":"half","digest":"x"}']));
  await expectRebuild();
  expect(await index.engine.find(posts, ["half"])).toEqual([]);
});
