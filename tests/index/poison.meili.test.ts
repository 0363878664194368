import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "#indexer/meili.ts";
import { push } from "#indexer/push.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";

let index: TestIndex;
beforeAll(async () => {
  index = await createIndex();
});
afterAll(() => index[Symbol.asyncDispose]());

test("refused posts among 1,000 are quarantined with their reason, the others are searchable, and a repaired one is indexed", async () => {
  const { sql } = index.database;
  await sql`insert into creators (service, id, name, indexed, updated) values ('fanbox', '1', 'Ann', now(), now())`;
  await sql`insert into posts (service, id, "user", title) select 'fanbox', 'p' || i, '1', 'post ' || i from generate_series(1, 1000) i`;
  const long = "あ".repeat(157); // 471 bytes
  await sql`update posts set tags = ${[long]} where id in ('p100', 'p900')`;
  await sql`update posts set content = repeat('x ', 5242880) where id = 'p500'`;
  index.start();
  await index.idle();
  expect(await index.engine.count(index.engine.uid("posts"))).toBe(997);
  const refused = await sql<{ id: string; reason: string }[]>`
    select id, reason from index_quarantine where index_name = 'posts' order by id`;
  expect(refused.map((row) => row.id)).toEqual(["p100", "p500", "p900"]);
  expect(refused[0]?.reason).toContain("of 471 bytes is over 468");
  expect(refused[1]?.reason).toBe("content of 10485760 bytes is over 5000000");
  await sql`update posts set tags = '{short}' where id = 'p100'`;
  await index.idle();
  expect(await index.engine.count(index.engine.uid("posts"))).toBe(998);
  expect(await sql`select id from index_quarantine where index_name = 'posts' and id = 'p100'`).toEqual([]);
});

test("a document that only the engine refuses is found by halving the batch", async () => {
  const engine = openEngine(index.meili);
  const uid = `${index.meili.prefix}halves`;
  const rows = Array.from({ length: 300 }, (_, i) => {
    const key = i === 77 || i === 200 ? `bad key ${i}` : `key-${i}`;
    return { service: "", id: String(i), key, digest: "", line: JSON.stringify({ key }) };
  });
  const refused = await (await push(engine, uid, rows, [])).done;
  expect(refused.map((row) => row.id).sort()).toEqual(["200", "77"]);
  expect(refused[0]?.reason).toContain("invalid_document_id");
  expect(await engine.count(uid)).toBe(298);
  await engine.drop(uid);
});
