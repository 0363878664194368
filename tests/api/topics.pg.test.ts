/** The topics of each contract are what its answer is made of, and each of them is notified. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOPICS, type Topic } from "#shared/contracts/topics.ts";
import { addExamples, exampleAddresses, getRoutes } from "#tests/support/examples.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await importSmallSample(server);
  await addExamples(server.sql, server.data);
  await allNotified(server); // and before, that it listens
});
afterAll(() => server[Symbol.asyncDispose]());

/** The topics notified by what `write` commits. */
async function notifiedBy(write: string): Promise<Topic[]> {
  const versions = () => TOPICS.map((topic) => server.changes.version(topic));
  const before = versions();
  await server.sql.unsafe(write);
  await allNotified(server);
  const after = versions();
  return TOPICS.filter((_, at) => before[at] !== after[at]);
}

const publicReads = () => getRoutes().filter((contract) => contract.private !== true);
const tables = async () =>
  (
    await server.sql<{ name: string }[]>`
      select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  ).map(({ name }) => name);

describe("each topic", () => {
  const CHANGES: Partial<Record<Topic, string>> = {
    "creators.listed": "update creators set name = name || '.'",
    creator_counts: "update creator_counts set favorites = favorites + 1",
    post_counts: "update post_counts set favorites = favorites + 1",
  };
  test.each(TOPICS)("%s is notified of a change and named by a contract", async (topic) => {
    expect(await notifiedBy(CHANGES[topic] ?? `delete from ${topic} where false`)).toContain(topic);
    expect(publicReads().some(({ topics }) => topics?.includes(topic))).toBe(true);
  });

  test("tables that no topic names notify nothing", async () => {
    const named = new Set<string>(TOPICS);
    const unnamed = (await tables()).filter((name) => !named.has(name));
    expect(unnamed).toContain("favorite_deltas");
    for (const name of unnamed)
      expect([name, await notifiedBy(`delete from ${name} where false`)]).toEqual([name, []]);
  });

  test("a favorite count invalidates the answers that show it, and no other", async () => {
    const invalidated = await notifiedBy("update creator_counts set favorites = favorites + 1");
    expect(invalidated).toEqual(["creator_counts"]);
    const paths = publicReads().filter(({ topics }) => topics?.includes("creator_counts"));
    expect(paths.map(({ path }) => path).sort()).toEqual(["/v1/artists", "/v1/creators", "/v1/creators.txt"]);
  });
});

describe("an answer reads no table besides those its contract names", () => {
  test.each(publicReads().map(({ path, topics = [] }) => [path, topics] as const))(
    "%s",
    async (path, topics) => {
      const named = new Set<string>(topics.map((topic) => topic.split(".")[0]!));
      const locked = (await tables()).filter((name) => !named.has(name));
      const examples = await exampleAddresses(server.sql, path);
      await server.sql.begin(async (tx) => {
        await tx`lock table ${tx(locked)} in access exclusive mode`;
        for (const { path: address, query } of examples) {
          // Its query would wait for the lock until this gives up.
          const answer = await server.get(`${address}?${query}`, { signal: AbortSignal.timeout(15_000) });
          // Answers of the engine are never confirmed by topics.
          const withoutEngine = /^\/v1\/search\/|\/search$(?<!(v1|opds)\/search)/.test(path) ? 503 : 200;
          expect([address, answer.status]).toEqual([address, withoutEngine]);
          await answer.arrayBuffer();
        }
      });
    },
  );
});
