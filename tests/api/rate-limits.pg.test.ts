/** The limits of contracts, in memory and in PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { mount } from "#backend/http/endpoint.ts";
import { endpoint, type RateLimit } from "#shared/contracts/endpoint.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

function route(path: string, limits: RateLimit[]) {
  const contract = endpoint({
    method: "POST",
    path: `/v1/${path}/:place`,
    summary: "A test's.",
    access: "anyone",
    params: z.object({ place: z.string() }),
    body: z.object({ name: z.optional(z.string()) }),
    response: z.boolean(),
    limits,
  });
  return mount(contract, async () => true);
}

const routes = () => [
  route("address", [{ points: 3, seconds: 60, by: ["address"] }]),
  route("session", [{ points: 2, seconds: 60, by: ["session"] }]),
  route("input", [{ points: 2, seconds: 60, by: ["address", "params.place", "body.name"] }]),
  route("two", [
    { points: 5, seconds: 60, by: ["address"] },
    { points: 2, seconds: 60, by: ["body.name"] },
  ]),
  route("one-of", [{ name: "together", points: 2, seconds: 60, by: ["address"] }]),
  route("other-of", [{ name: "together", points: 2, seconds: 60, by: ["address"] }]),
  route("brief", [{ points: 1, seconds: 4, by: ["address"] }]),
];

describe.each(["memory", "postgres"])("counted in %s", (kept) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const start = (settings: Record<string, string> = {}) =>
    startServer(
      { RATE_LIMITS: kept, TRUSTED_PROXIES: "127.0.0.1", ...settings },
      {
        routes: routes(),
        authenticate: async ({ headers }) =>
          headers.cookie === undefined
            ? undefined
            : { id: Number(headers.cookie), role: "consumer", session: "s" },
      },
    );

  interface From {
    address: string;
    account?: number;
    name?: string;
  }
  async function send(path: string, { address, account, name }: From) {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method: "POST",
      headers: { "x-forwarded-for": address, ...(account === undefined ? {} : { cookie: String(account) }) },
      body: JSON.stringify({ name }),
    });
    return {
      status: response.status,
      wait: response.headers.get("retry-after"),
      text: await response.text(),
    };
  }
  const statuses = async (times: number, path: string, from: From) => {
    const all: number[] = [];
    for (let time = 0; time < times; time++) all.push((await send(path, from)).status);
    return all;
  };

  test("by address: others may still, and Retry-After says when", async () => {
    expect(await statuses(4, "address/x", { address: "10.0.0.1" })).toEqual([200, 200, 200, 429]);
    const refused = await send("address/x", { address: "10.0.0.1" });
    expect(refused.text).toBe('{"error":"Too many requests. Try again later."}');
    expect(Number(refused.wait)).toBeGreaterThan(50);
    expect(Number(refused.wait)).toBeLessThanOrEqual(60);
    expect(await statuses(1, "address/x", { address: "10.0.0.2" })).toEqual([200]);
  });

  test("a /64 of IPv6 is one client", async () => {
    const all = [
      "2001:db8:1:2::1",
      "2001:db8:1:2:ffff::",
      "2001:DB8:1:2::3",
      "2001:db8:1:2::4",
      "2001:db8:1:3::1",
    ];
    const found: number[] = [];
    for (const address of all) found.push((await send("address/x", { address })).status);
    expect(found).toEqual([200, 200, 200, 429, 200]);
  });

  test("a client's own X-Forwarded-For is ignored", async () => {
    const found: number[] = [];
    for (let at = 0; at < 4; at++)
      found.push((await send("address/x", { address: `192.0.2.${at}, 10.0.9.9` })).status);
    expect(found).toEqual([200, 200, 200, 429]);
  });

  test("by account, from wherever; without one by address", async () => {
    expect(await statuses(1, "session/x", { address: "10.0.1.1", account: 7 })).toEqual([200]);
    expect(await statuses(2, "session/x", { address: "10.0.1.2", account: 7 })).toEqual([200, 429]);
    expect(await statuses(1, "session/x", { address: "10.0.1.1", account: 8 })).toEqual([200]);
    expect(await statuses(3, "session/x", { address: "10.0.1.1" })).toEqual([200, 200, 429]);
  });

  test("by what is sent", async () => {
    const from = { address: "10.0.2.1", name: "a" };
    expect(await statuses(3, "input/x", from)).toEqual([200, 200, 429]);
    expect(await statuses(1, "input/y", from)).toEqual([200]);
    expect(await statuses(1, "input/x", { ...from, name: "b" })).toEqual([200]);
    expect(await statuses(1, "input/x", { ...from, address: "10.0.2.2" })).toEqual([200]);
  });

  test("several limits all hold", async () => {
    expect(await statuses(2, "two/x", { address: "10.0.3.1", name: "guessed" })).toEqual([200, 200]);
    expect(await statuses(1, "two/x", { address: "10.0.3.2", name: "guessed" })).toEqual([429]);
    expect(await statuses(4, "two/x", { address: "10.0.3.1" })).toEqual([200, 200, 429, 429]);
  });

  test("endpoints whose limits have one name count together", async () => {
    expect(await statuses(1, "one-of/x", { address: "10.0.4.1" })).toEqual([200]);
    expect(await statuses(2, "other-of/x", { address: "10.0.4.1" })).toEqual([200, 429]);
  });

  test("after its time the limit starts again", async () => {
    const from = { address: "10.0.5.1" };
    expect(await statuses(2, "brief/x", from)).toEqual([200, 429]);
    await expect.poll(async () => (await send("brief/x", from)).status, { interval: 300 }).toBe(200);
  });
});

test("two servers on one database count together in postgres", async () => {
  const settings = { RATE_LIMITS: "postgres", TRUSTED_PROXIES: "127.0.0.1" };
  await using one = await startServer(settings, { routes: routes() });
  await using other = await startServer(
    { ...settings, DATABASE_URL: one.config.DATABASE_URL ?? "" },
    {
      routes: routes(),
      sql: one.sql,
    },
  );
  const send = async ({ url }: TestServer) =>
    (await fetch(`${url}/api/v1/address/x`, { method: "POST", body: "{}" })).status;
  const found: number[] = [];
  for (const server of [one, other, one, other, one]) found.push(await send(server));
  expect(found).toEqual([200, 200, 200, 429, 429]);
});

test("without the database requests are still counted", async () => {
  await using server = await startServer({ RATE_LIMITS: "postgres" }, { routes: routes() });
  await server.sql`drop table rate_limits`;
  const found: number[] = [];
  for (let at = 0; at < 4; at++)
    found.push((await fetch(`${server.url}/api/v1/address/x`, { method: "POST", body: "{}" })).status);
  expect(found).toEqual([200, 200, 200, 429]);
});
