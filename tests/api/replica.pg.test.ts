/** Visitors' reads from a streaming replica: never behind what is known, never a failed request. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { apiRoutes } from "#backend/app.ts";
import { openDatabase } from "#backend/db/client.ts";
import { bytesBehind, logPosition } from "#backend/db/replica.ts";
import { mount } from "#backend/http/endpoint.ts";
import { endpoint } from "#shared/contracts/endpoint.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { serverUrl } from "#tests/support/database.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { addGroup, memberOf } from "#tests/support/groups.ts";
import { type Replicated, startReplicated } from "#tests/support/replicated.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const METRICS_TOKEN = "a token of some length";
const WAIT = { interval: 20 };

/** On the replica it takes until something ends it. */
const slow = endpoint({
  method: "GET",
  path: "/v1/slow",
  summary: "A test's.",
  access: "anyone",
  topics: ["discord_days"],
  response: z.string(),
});
const writing = endpoint({ ...slow, path: "/v1/writing" });
const routes = [
  ...apiRoutes(),
  mount(slow, async ({ sql }) => {
    const [row] = await sql<[{ at: string }]>`
      select case when pg_is_in_recovery() then (select 'replica' from dms, pg_sleep(600) limit 1) else 'primary' end as at`;
    return row.at;
  }),
  mount(writing, async ({ sql }) => {
    await sql`create table if not exists written_by_a_read ()`;
    return "done";
  }),
];

let engines: Replicated;
let server: TestServer;
/** Another API on the same two databases. */
let second: TestServer;
let admin: Visitor;
beforeAll(async () => {
  engines = await startReplicated();
  const settings = { ...BEHIND_PROXY, METRICS_TOKEN, DATABASE_READ_URL: engines.replica.url };
  const options = { database: engines.primary, routes };
  server = await startServer(settings, options);
  second = await startServer(settings, options);
  const { sql } = engines.primary;
  await buildCreator(sql);
  for (const id of ["1", "2", "3", "4"]) await buildPost(sql, { id, title: `Post ${id}` });
  admin = await member(server, "Root", "administrator");
});
afterEach(() => resume());
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await engines[Symbol.asyncDispose]();
});

const PROFILE = "/api/v1/patreon/user/1/profile";
/** Shows no creators. */
const TAGS = "/api/v1/posts/tags";
const nameOf = async (from = server, headers: Record<string, string> = {}) => {
  const answer = await from.get(PROFILE, { headers });
  return answer.status === 200 ? ((await answer.json()) as { name: string }).name : answer.status;
};
const rename = (name: string) => engines.primary.sql`update creators set name = ${name}`;
const pause = () => engines.replica.sql`select pg_wal_replay_pause()`;
const resume = () => engines.replica.sql`select pg_wal_replay_resume()`;
/** Process id of the replica's postmaster; never 0, which would signal everybody. */
function replicaPid(): number {
  const pid = engines.replica.pid();
  if (pid === undefined) throw new Error("The replica does not run.");
  return pid;
}
const reads = ({ replica } = server) => replica?.state().reads ?? { replica: 0, primary: 0 };

const lag = () => server.replica?.state().lag;

/** Asks until the replica has answered. */
async function untilOnReplica(path = PROFILE, from = server): Promise<void> {
  const before = reads(from).replica;
  const asked = async () => {
    await from.get(path);
    return reads(from).replica;
  };
  await expect.poll(asked, WAIT).toBeGreaterThan(before);
}

/** Names the database that answered, provided nobody else sends requests. */
async function servedBy(ask: () => Promise<unknown>): Promise<"replica" | "primary"> {
  const before = reads();
  await ask();
  const after = reads();
  expect(after.replica + after.primary).toBe(before.replica + before.primary + 1);
  return after.replica > before.replica ? "replica" : "primary";
}

test("visitors' reads reach the replica; an account's own are the primary's", async () => {
  await untilOnReplica();
  const queries = await engines.replica.sql<{ query: string }[]>`
    select query from pg_stat_activity where application_name = 'roost-api-reads'`;
  expect(queries.map(({ query }) => query).join()).toContain("creators");
  const before = reads();
  await admin.json("/v1/account");
  expect(reads()).toEqual(before);
});

describe("while the replica's replay stands still", () => {
  test("changed data is read from the primary, other data from the replica", async () => {
    await untilOnReplica();
    await untilOnReplica(TAGS);
    await pause();
    await rename("Berta");
    await allNotified(server);
    expect(await servedBy(async () => expect(await nameOf()).toBe("Berta"))).toBe("primary");
    await untilOnReplica(TAGS);
    expect(server.replica?.state().connected).toBe(true);
    await expect.poll(lag, WAIT).toBeGreaterThan(0);
    await resume();
    await untilOnReplica();
    expect(await nameOf()).toBe("Berta");
    await expect.poll(lag, WAIT).toBe(0);
  });

  test("whoever just wrote reads from the primary, on each API", async () => {
    await untilOnReplica(TAGS, second);
    const writer = await member(server, "Wanda");
    expect(writer.cookies.get("wrote")).toBe("1");
    const before = reads(second);
    await second.get(TAGS, { headers: { cookie: "wrote=1" } });
    expect(reads(second)).toEqual({ ...before, primary: before.primary + 1 });
  });

  test("a takedown is seen at once and stays", async () => {
    const path = "/api/v1/patreon/user/1/post/1";
    await untilOnReplica(path);
    await untilOnReplica(path, second);
    await pause();
    const body = { service: "patreon", user: "1", post: "1", reason: "A test." };
    expect((await admin.post("/v1/account/administrator/takedowns", body)).status).toBe(201);
    await allNotified(server);
    await allNotified(second);
    for (const one of [server, second]) {
      expect((await one.get(path)).status).toBe(451);
      expect(JSON.stringify((await one.json("/api/v1/patreon/user/1/posts")).body)).not.toContain("Post 1");
    }
    await resume();
    for (const one of [server, second]) {
      await untilOnReplica("/api/v1/patreon/user/1/posts", one);
      expect((await one.get(path)).status).toBe(451);
    }
  });

  test("no old answer is kept as the present one", async () => {
    await rename("Old");
    await allNotified(server);
    await untilOnReplica();
    const old = (await server.get(PROFILE)).headers.get("etag") ?? "";
    expect(await nameOf(server, { "if-none-match": old })).toBe(304);
    await pause();
    await rename("New");
    await allNotified(server);
    expect(await nameOf(server, { "if-none-match": old })).toBe("New");
    await resume();
    await untilOnReplica();
    expect(await nameOf(server, { "if-none-match": old })).toBe("New");
  });
});

test("readers never see less than was notified, whatever the replica does", async () => {
  let written = 0;
  let over = false;
  const seen = { replica: reads().replica, primary: reads().primary };
  /** @param conditional asks again with the tag of what it has */
  const reader = async (conditional: boolean) => {
    let etag = "";
    let last = 0;
    while (!over) {
      const least = written;
      const answer = await server.get(PROFILE, { headers: { "if-none-match": etag } });
      if (answer.status === 200) {
        etag = conditional ? (answer.headers.get("etag") ?? "") : "";
        last = Number(((await answer.json()) as { name: string }).name);
      }
      expect(last).toBeGreaterThanOrEqual(least);
    }
  };
  await rename("0");
  await allNotified(server);
  const readers = [reader(true), reader(true), reader(false)];
  for (let round = 1; round <= 150; round++) {
    if (round % 20 === 0) await pause();
    if (round % 20 === 10) await resume();
    await rename(String(round));
    await allNotified(server);
    written = round;
    await sleep(Math.random() * 20);
  }
  over = true;
  await Promise.all(readers);
  await resume();
  await untilOnReplica(); // on a busy machine it may not have been asked before
  expect(reads().replica).toBeGreaterThan(seen.replica);
  expect(reads().primary).toBeGreaterThan(seen.primary);
});

/** Reads all the time. @returns a function that ends it and returns how often each status came */
function readAllTheTime(path = PROFILE) {
  let over = false;
  const statuses = new Map<number, number>();
  const one = async () => {
    while (!over) {
      const { status } = await server.get(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const running = [one(), one(), one(), one()];
  return async () => {
    over = true;
    await Promise.all(running);
    return statuses;
  };
}

describe("a replica that fails", () => {
  test("killed: no request fails, and it is used again by itself", async () => {
    await untilOnReplica();
    const end = readAllTheTime();
    const pid = replicaPid();
    process.kill(pid, "SIGKILL");
    await expect.poll(() => server.replica?.state().connected, WAIT).toBe(false);
    await untilOnReplica();
    const statuses = await end();
    expect([...statuses.keys()]).toEqual([200]);
    expect(engines.replica.pid()).not.toBe(pid);
  });

  test("frozen: requests wait for a moment and are answered by the primary", async () => {
    await untilOnReplica();
    const pids = [
      replicaPid(),
      ...(
        await engines.replica.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name in ('roost-api-reads', 'roost-replica')`
      ).map(({ pid }) => pid),
    ];
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      expect(await nameOf()).not.toBe(503);
      expect(server.replica?.state().connected).toBe(false);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    await untilOnReplica();
  });

  test("a statement that keeps the replay waiting is canceled there and answered by the primary", async () => {
    const { primary, replica } = engines;
    await replica.sql`alter system set max_standby_streaming_delay = 0`;
    await replica.sql`select pg_reload_conf()`;
    await primary.sql`
      insert into dms (hash, service, "user", content, added, published)
      select n::text, 'patreon', '1', 'x', now(), now() from generate_series(1, 50) n`;
    await untilOnReplica(TAGS);
    const answer = fetch(`${server.url}/api/v1/slow`);
    const sleeping = expect
      .poll(
        async () => (await replica.sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length,
        WAIT,
      )
      .toBe(1);
    await Promise.race([sleeping, answer]); // its own limit of time ends it, too, should this process be late
    await primary.sql`delete from dms`;
    await primary.sql`vacuum dms`;
    expect(await (await answer).json()).toBe("primary");
  });

  test("a statement that a replica refuses is the primary's", async () => {
    await untilOnReplica(TAGS);
    expect(await (await fetch(`${server.url}/api/v1/writing`)).json()).toBe("done");
  });
});

test("the figures say how many reads it answers and that it is up", async () => {
  await untilOnReplica();
  const answer = await server.get("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = (await answer.text()).split("\n");
  expect(lines).toContain("roost_replica_up 1");
  expect(lines).toContain(`roost_reads_total{server="replica"} ${reads().replica}`);
  expect(lines.some((line) => /^roost_replica_lag_seconds \d/.test(line))).toBe(true);
});

test("only a replica of the very primary is used; that takes no privileges", async () => {
  const role = `plain_${randomUUID()}`; // a second attempt makes another
  await engines.primary.sql`create role ${engines.primary.sql(role)}`;
  const place = await engines.primary.sql.begin(async (tx) => {
    await tx`set local role ${tx(role)}`;
    return await logPosition(tx);
  });
  // Defect: the role was used before the replica had it.
  await expect.poll(() => bytesBehind(engines.replica.sql, place)).toBe(0);
  const asPlain = engines.replica.sql.begin(async (tx) => {
    await tx`set local role ${tx(role)}`;
    return await bytesBehind(tx, place);
  });
  expect(await asPlain).toBeGreaterThanOrEqual(0);
  await expect(bytesBehind(engines.primary.sql, place)).rejects.toThrow("It is no replica");
  const other = openDatabase(serverUrl(), { max: 1 });
  await expect(bytesBehind(other, place)).rejects.toThrow("another server's");
  await other.end();
  const elsewhere = { ...place, timeline: place.timeline + 1 };
  await expect(bytesBehind(engines.replica.sql, elsewhere)).rejects.toThrow("It follows timeline 1");
});

test("accounts in a group are answered by the primary, whose policies hide what they do not see", async () => {
  const { sql } = engines.primary;
  const settings = { ...BEHIND_PROXY, ACCESS: "members", DATABASE_READ_URL: engines.replica.url };
  await using members = await startServer(settings, { database: engines.primary });
  const everything = await member(members, "everything");
  const one = await memberOf(members, await addGroup(members, "Guests"), "limited");
  await sql`insert into group_exclusions (group_id, service, creator) select id, 'patreon', '1' from groups`;
  await sql`update groups set version = version + 1`;
  await allNotified(members);
  // Without the cookie of a recent write.
  const statusFor = async ({ cookies }: Visitor) =>
    (await members.get(PROFILE, { headers: { cookie: `session=${cookies.get("session")}` } })).status;
  const readsOfReplica = () => members.replica?.state().reads.replica ?? 0;
  await expect.poll(() => members.replica?.state().connected, WAIT).toBe(true);
  await expect
    .poll(async () => [await statusFor(everything), readsOfReplica() > 0], WAIT)
    .toEqual([200, true]);
  const before = readsOfReplica();
  expect(await statusFor(one)).toBe(404);
  expect(readsOfReplica()).toBe(before);
});
