import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { CreatorChanges } from "#shared/contracts/creators.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
/** One connection each: transactions that run at the same time. */
let one: Sql;
let two: Sql;

beforeAll(async () => {
  server = await startServer();
  const open = () => openDatabase(server.config.DATABASE_URL!, { max: 1 });
  [one, two] = [open(), open()];
  for (const id of ["1", "2", "3"]) await buildCreator(server.sql, { id, name: `N${id}` });
});
afterAll(async () => {
  await Promise.all([one.end(), two.end()]);
  await server[Symbol.asyncDispose]();
});

const since = async (token: string) => {
  const { status, body } = await server.json(`/api/v1/creators?since=${token}`);
  expect(status).toBe(200);
  return CreatorChanges.parse(body);
};
const ids = ({ creators }: { creators: { id: string }[] }) => creators.map(({ id }) => id).sort();
const rename = (sql: Sql, id: string, name: string) =>
  sql`update creators set name = ${name} where service = 'patreon' and id = ${id}`;

/** A transaction that has written and waits to commit. */
async function hold(sql: Sql, write: (sql: Sql) => Promise<unknown>): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let wrote = () => {};
  const written = new Promise<void>((resolve) => {
    wrote = resolve;
  });
  const done = sql.begin(async (tx) => {
    await write(tx as unknown as Sql);
    wrote();
    await released;
  });
  await Promise.race([written, done]);
  return async () => {
    release();
    await done;
  };
}

test("without a token the plain list, with an empty one everything and a token", async () => {
  const plain = await server.json("/api/v1/creators");
  expect(Array.isArray(plain.body)).toBe(true);
  const text = await (await server.get("/api/v1/creators?since=")).text();
  expect(Object.keys(JSON.parse(text) as object)).toEqual(["since", "complete", "creators", "removed"]);
  const first = await since("");
  expect(first).toMatchObject({ complete: true, creators: plain.body, removed: [] });
  expect(await since(first.since)).toMatchObject({ complete: false, creators: [], removed: [] });
});

test.each([
  ...["abc", "1-0123456789abcdef", "5:5:-0123456789abcdef", "0:0:-0123456789abcdef", "9:5:-0123456789abcdef"],
  ...["5:9:4-0123456789abcdef", "5:9:8,6-0123456789abcdef", "5:9:6,-0123456789abcdef", "%27", "0-", "-1"],
  `${"9".repeat(30)}:${"9".repeat(30)}:-0123456789abcdef`,
])("the unknown token %s gets everything", async (token) => {
  const answer = await since(token);
  expect(answer.complete).toBe(true);
  expect(ids(answer)).toContain("1");
});

test("a token from the future of this very database is unknown: the database went back in time", async () => {
  const { since: token } = await since("");
  const later = token.replace(/^\d+:(\d+):[\d,]*/, (_, xmax: string) => {
    const future = Number(xmax) + 1_000_000;
    return `${future}:${future}:`;
  });
  expect((await since(later)).complete).toBe(true);
});

test("a token that is too long is refused", async () => {
  expect((await server.json(`/api/v1/creators?since=${"1".repeat(201)}`)).status).toBe(400);
});

test("new, renamed, hidden, shown again and deleted creators are in it; counted posts are not", async () => {
  const { since: token } = await since("");
  await buildCreator(server.sql, { id: "new" });
  await buildCreator(server.sql, { id: "born hidden", hidden: true });
  await buildPost(server.sql, { id: "p", user: "3" });
  await rename(server.sql, "1", "Renamed");
  await server.sql`update creators set hidden = true where id = '2'`;
  const first = await since(token);
  expect(first.complete).toBe(false);
  expect(first.creators.map(({ id, name }) => [id, name])).toEqual([
    ["1", "Renamed"],
    ["new", "Ann"],
  ]);
  expect(first.removed).toEqual([
    { service: "patreon", id: "2" },
    { service: "patreon", id: "born hidden" },
  ]);
  await server.sql`update creators set hidden = false where id = '2'`;
  await server.sql`delete from creators where id = 'new'`;
  const second = await since(first.since);
  expect([ids(second), second.removed]).toEqual([["2"], [{ service: "patreon", id: "new" }]]);
  await buildCreator(server.sql, { id: "new", name: "Back" });
  const third = await since(first.since);
  expect([ids(third), third.removed]).toEqual([["2", "new"], []]);
});

test("a creator whose favorites were rolled up is in it with the new count, and no other", async () => {
  const { since: token } = await since("");
  await server.sql`update creator_counts set favorites = favorites + 5 where service = 'patreon' and id = '2'`;
  expect(await since(token)).toMatchObject({ complete: false, creators: [{ id: "2", favorited: 5 }] });
});

test("a change of an earlier transaction that commits after a later one is never missed", async () => {
  const { since: start } = await since("");
  const commitOne = await hold(one, (tx) => rename(tx, "1", "Early writer, late commit"));
  try {
    await (await hold(two, (tx) => rename(tx, "3", "Late writer, early commit")))();
    const between = await since(start);
    // Changes from before `start` may be in it again: the list that gave the token may have been cached.
    expect(ids(between)).toContain("3");
    expect(ids(between)).not.toContain("1");
    await commitOne();
    const after = await since(between.since);
    expect(ids(after)).toContain("1");
    expect(after.creators.find(({ id }) => id === "1")?.name).toBe("Early writer, late commit");
    expect(ids(await since(after.since))).toEqual([]);
  } finally {
    await commitOne(); // a transaction left open would hold up the tests after it
  }
});

test("any number of clients that follow the deltas through a storm of transactions end with the list itself", async () => {
  const known = new Map<string, string>();
  const apply = async (token: string) => {
    const answer = await since(token);
    if (answer.complete) known.clear();
    for (const { service, id } of answer.removed) known.delete(`${service}/${id}`);
    for (const { service, id, name } of answer.creators) known.set(`${service}/${id}`, name);
    return answer.since;
  };
  let token = await apply("");
  const writer = async (sql: Sql, seed: number) => {
    for (let i = 0; i < 25; i++) {
      const id = `s${(i * seed) % 7}`;
      await sql.begin(async (tx) => {
        await tx`insert into creators (service, id, name, indexed, updated) values ('fanbox', ${`${seed}${id}`}, ${`${i}`}, now(), now())
          on conflict (service, id) do update set name = excluded.name, hidden = not creators.hidden`;
        await tx`select pg_sleep(${(i % 4) / 1000})`;
        if (i % 5 === 4) await tx`delete from creators where service = 'fanbox' and id = ${`${seed}${id}`}`;
      });
    }
  };
  const writing = Promise.all([writer(one, 3), writer(two, 5)]);
  let ended = false;
  void writing.then(() => {
    ended = true;
  });
  while (!ended) token = await apply(token);
  await writing;
  await apply(token);
  const rows = await server.sql<{ key: string; name: string }[]>`
    select service || '/' || id as key, name from creators where not hidden`;
  expect([...known].sort()).toEqual(rows.map(({ key, name }) => [key, name]).sort());
});
