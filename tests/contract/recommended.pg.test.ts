import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { similarByTags } from "#backend/features/creators/recommended-queries.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

/** Tags of each creator's posts: as many posts as the number says have the tag. */
const CREATORS: Record<string, Record<string, number>> = {
  self: { Harbor: 4, ink: 2, art: 4 },
  alike: { harbor: 3, ink: 1, art: 4 },
  rare: { harbor: 6, cooking: 6 },
  common: { art: 6, bread: 6 },
  other: { bread: 3 },
  untagged: {},
  linked: { harbor: 1, ink: 1 },
  hidden: { harbor: 1, art: 40 },
};

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  for (const [id, tags] of Object.entries(CREATORS)) {
    const relation_id = id === "self" || id === "linked" ? 7 : null;
    await buildCreator(sql, { id, name: `Name of ${id}`, relation_id, hidden: id === "hidden" });
    for (const [tag, posts] of Object.entries(tags))
      for (let n = 0; n < posts; n += 1)
        await buildPost(sql, { id: `${id}-${tag}-${n}`, user: id, tags: [tag] });
  }
});
afterAll(() => server[Symbol.asyncDispose]());

interface Row {
  id: string;
  score: number;
}
async function recommended(id: string): Promise<Row[]> {
  const { status, body } = await server.json(`/api/v1/patreon/user/${id}/recommended`);
  expect(status).toBe(200);
  return body as Row[];
}

describe("recommended", () => {
  test("is those of the same tags first, a rare tag before a common one, and nobody without any", async () => {
    const rows = await recommended("self");
    expect(rows.map((row) => row.id)).toEqual(["alike", "rare", "common"]);
    expect(rows[0]!.score).toBeGreaterThan(0.9);
    expect(rows[1]!.score).toBeGreaterThan(rows[2]!.score);
    expect(rows[2]!.score).toBeGreaterThan(0);
  });

  test("has exactly the keys of a creator and its score", async () => {
    const [row] = await recommended("self");
    expect(JSON.stringify({ ...row, score: 0 })).toBe(
      JSON.stringify({
        id: "alike",
        name: "Name of alike",
        service: "patreon",
        indexed: "2024-01-01T10:00:00.123456",
        updated: "2024-05-01T10:00:00.654321",
        public_id: null,
        relation_id: null,
        score: 0,
      }),
    );
  });

  test("scores the same from both sides", async () => {
    const [there] = (await recommended("self")).filter((row) => row.id === "rare");
    const [back] = (await recommended("rare")).filter((row) => row.id === "self");
    expect(back!.score).toBe(there!.score);
  });

  test("ignores tags that are no longer used", async () => {
    const undone = new Error("undone");
    let found: string[] | undefined;
    const work = server.sql.begin(async (tx) => {
      await tx`delete from posts where "user" = 'common' and 'art' = any(tags)`;
      const rows = await similarByTags(tx, { service: "patreon", id: "self" }, 24);
      found = rows?.map((row) => row.id);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(found).toEqual(["alike", "rare"]);
  });

  test("is empty for a creator without tags", async () => {
    expect(await recommended("untagged")).toEqual([]);
  });

  test.each(["patreon/user/hidden", "patreon/user/9", "nowhere/user/self"])("of %s is empty", async (who) => {
    const response = await server.get(`/api/v1/${who}/recommended`);
    expect([response.status, await response.text()]).toEqual([200, "[]"]);
  });
});

test("a tag of everybody is read for a few creators only, and the list has 24 at most", async () => {
  const undone = new Error("undone");
  let [read, length] = [0, 0];
  const work = server.sql.begin(async (tx) => {
    await tx`insert into creators (service, id, name, indexed, updated)
      select 'patreon', 'n' || n, 'n', now(), now() from generate_series(1, 3000) n`;
    await tx`insert into creator_tags select 'patreon', 'n' || n, tag, 3
      from generate_series(1, 3000) n, unnest(array['art', 'wip', 'sketch', 'mine' || n]) tag`;
    await tx`insert into tags select tag, sum(post_count) from creator_tags where tag <> 'Harbor' group by 1
      on conflict (tag) do update set post_count = excluded.post_count`;
    await tx`update totals set count = 10000 where entity = 'posts'`;
    await tx`analyze creators, creator_tags, tags`;
    const returned = async () => {
      const [row] = await tx<[{ n: number }]>`
        select pg_stat_get_xact_tuples_returned('creator_tags_by_tag'::regclass) as n`;
      return row.n;
    };
    const before = await returned();
    length = (await similarByTags(tx, { service: "patreon", id: "n1500" }, 24))?.length ?? 0;
    read = (await returned()) - before;
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  expect(length).toBe(24);
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThanOrEqual(4 * 2 * 200);
});
