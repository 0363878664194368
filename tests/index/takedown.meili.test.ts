import { afterAll, beforeAll, expect, test } from "vitest";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { untilDrained, verify } from "#indexer/verify.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";
import { buildCommunityChannel, buildCommunityMessage } from "#tests/support/talk-factories.ts";

let index: TestIndex;
beforeAll(async () => {
  index = await createIndex();
  const { sql } = index.database;
  await buildCreator(sql, { id: "1", name: "Ann" });
  await buildCreator(sql, { id: "2", name: "Bea" });
  await buildPost(sql, { id: "a", tags: ["ink"] });
  await buildPost(sql, { id: "b", tags: ["ink", "sea"] });
  await buildPost(sql, { id: "c", user: "2", tags: ["sea"] });
  await buildDm(sql);
  await buildCommunityChannel(sql, "r1");
  await buildCommunityMessage(sql, "m1");
  index.start();
  await index.idle();
});
afterAll(() => index[Symbol.asyncDispose]());

const counts = async () =>
  Promise.all(INDEXES.map(async (name) => `${name} ${await index.engine.count(index.engine.uid(name))}`));

test("taken down content leaves every index, and nothing else does", async () => {
  const { sql } = index.database;
  expect(await counts()).toEqual(["creators 2", "posts 3", "dms 1", "tags 2", "messages 1"]);
  await takeDown(sql, { service: "patreon", user: "1", post: "b" });
  await index.idle();
  expect(await counts()).toEqual(["creators 2", "posts 2", "dms 1", "tags 2", "messages 1"]);
  await takeDown(sql, { service: "patreon", user: "1", post: null });
  await index.idle();
  expect(await counts()).toEqual(["creators 1", "posts 1", "dms 0", "tags 1", "messages 0"]);
  const found = await verify(sql, index.engine, { drain: () => untilDrained(sql) });
  for (const name of INDEXES) expect(found[name]).toEqual({ missing: 0, ghost: 0, stale: 0 });
});
