import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCreator } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const POSTS = 3_500;
const ALL = "/api/v1/posts";
const OWN = "/api/v1/patreon/user/big/posts";

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  await buildCreator(sql, { id: "big" });
  await buildCreator(sql, { id: "small" });
  await buildCreator(sql, { id: "gone", hidden: true });
  // Many of one moment, some without dates, some hidden, some of a hidden creator.
  await sql`insert into posts (service, id, "user", added, published, hidden)
    select 'patreon', 'p' || n, case when n % 17 = 0 then 'gone' when n % 11 = 0 then 'small' else 'big' end,
      case when n % 13 = 0 then null else timestamptz '2024-01-01' + (n / 400) * interval '1.000001 hour' end,
      case when n % 19 = 0 then null else timestamptz '2024-01-01' + ((n * 7919) % 3500 / 300) * interval '1.000001 hour' end, n % 23 = 0
    from generate_series(1, ${POSTS}) n`;
  await sql`vacuum analyze posts`;
  await allNotified(server);
});
afterAll(() => server[Symbol.asyncDispose]());

async function page(list: string, o: number): Promise<string[]> {
  const { status, body } = await server.json(`${list}?o=${o}`);
  expect(status).toBe(200);
  const posts = (list === ALL ? (body as { posts: unknown }).posts : body) as { id: string }[];
  return posts.map(({ id }) => id);
}

/** The whole list as the database itself sorts it. */
async function truth(list: string): Promise<string[]> {
  const { sql } = server;
  const rows =
    list === ALL
      ? await sql<{ id: string }[]>`
          select p.id from posts p join creators c on c.service = p.service and c.id = p."user"
          where not p.hidden and not c.hidden order by p.added desc nulls last, p.service, p.id`
      : await sql<{ id: string }[]>`
          select id from posts where "user" = 'big' and not hidden order by published desc nulls last, id`;
  return rows.map(({ id }) => id);
}

/** Index rows the list's index gave for one page. */
async function readFor(list: string, o: number): Promise<number> {
  const index = list === ALL ? "posts_by_added" : "posts_by_creator";
  const count = async () => {
    const [row] = await server.sql<[{ n: number }]>`
      select idx_tup_read::bigint as n from pg_stat_user_indexes where indexrelname = ${index}`;
    return row.n;
  };
  // PostgreSQL counts what a connection has read only seconds after its last statement, unless told to at once.
  const flush = async () => {
    const { max } = server.sql.options;
    const all = await Promise.all(Array.from({ length: max }, () => server.sql.reserve()));
    for (const one of all) await one`select pg_stat_force_next_flush()`;
    for (const one of all) one.release();
    return await count();
  };
  const before = await flush();
  await page(list, o);
  return (await flush()) - before;
}

/** Deep pages are asked for, so that the places are made, mostly before the next requests. */
async function warm(list: string): Promise<void> {
  for (const o of [2_000, 2_050, 2_100]) await page(list, o);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

describe.each([ALL, OWN])("%s", (list) => {
  test("every page is the same rows as the sorted list, by offset and from a cursor", async () => {
    const ids = await truth(list);
    expect(ids.length).toBeGreaterThan(2_500);
    const offsets = Array.from({ length: Math.floor(ids.length / 150) + 1 }, (_, at) => at * 150);
    for (const round of ["counted off", "kept"]) {
      for (const o of offsets)
        expect([round, o, await page(list, o)]).toEqual([round, o, ids.slice(o, o + 50)]);
      await warm(list);
    }
  });

  test("a change moves the pages at once, whatever is cached", async () => {
    await warm(list);
    const { sql } = server;
    const name = list === ALL ? "one" : "two";
    const changes: (() => Promise<unknown>)[] = [
      () => sql`insert into posts (service, id, "user", added, published) select 'patreon', ${name} || n, 'big', now(), now()
        from generate_series(1, 3) n`,
      () => sql`delete from posts where id = ${`${name}2`}`,
      () => sql`update posts set hidden = true where id in (${`${name}1`}, 'p1', 'p2')`,
      () => sql`update creators set hidden = true where id = 'small'`,
      () => sql`update creators set hidden = false where id = 'small'`,
      () => sql`update posts set added = '2001-01-01', published = '2001-01-01' where id = 'p2500'`,
    ];
    for (const [at, change] of changes.entries()) {
      await change();
      await allNotified(server);
      const ids = await truth(list);
      for (const o of [1_000, 2_450])
        expect([at, o, await page(list, o)]).toEqual([at, o, ids.slice(o, o + 50)]);
    }
  });

  test("the end is an empty page and what is past it a 400", async () => {
    await warm(list);
    const { length } = await truth(list);
    const end = Math.ceil(length / 50) * 50;
    const beyond = await server.json(`${list}?o=${end + 50}`);
    expect([beyond.status, beyond.body]).toEqual([
      400,
      { error: `Offset ${end + 50} is bigger than total count ${length}.` },
    ]);
  });
});

test("a deep page reads about as much of its index as the rows from one cursor to the next", async () => {
  await allNotified(server);
  // Until the places are made, which is not done more often than every two seconds.
  await expect.poll(() => readFor(ALL, 2_450), { interval: 100 }).toBeLessThan(1_000);
});

test("pages stay right while posts come in all the time", async () => {
  const { sql } = server;
  let ended = false;
  const writing = (async () => {
    for (let n = 0; n < 40; n++)
      await sql`insert into posts (service, id, "user", added, published) values ('patreon', ${`live${n}`}, 'big', now(), now())`;
  })().finally(() => {
    ended = true;
  });
  while (!ended) expect(await page(ALL, 2_000)).toHaveLength(50);
  await writing;
  await allNotified(server);
  const ids = await truth(ALL);
  for (const o of [0, 1_000, 2_000]) expect(await page(ALL, o)).toEqual(ids.slice(o, o + 50));
});
