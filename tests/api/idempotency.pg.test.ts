/** The same request under the same Idempotency-Key has its effect once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { mount } from "#backend/http/endpoint.ts";
import { HttpError } from "#backend/http/errors.ts";
import { deleteOldKeys } from "#backend/http/idempotency.ts";
import { endpoint } from "#shared/contracts/endpoint.ts";
import { requestOf } from "#shared/rules/queue.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const Body = z.object({ name: z.string() });
const Made = z.object({ id: z.int(), name: z.string() });
let wait = 0;
const routes = [
  mount(
    endpoint({
      method: "POST",
      path: "/v1/things",
      summary: "A test's.",
      access: "anyone",
      body: Body,
      response: Made,
      status: 201,
      idempotent: true,
    }),
    async ({ sql, body }) => {
      const [row] = await sql<
        { id: number }[]
      >`insert into things (name) values (${body.name}) returning id::int`;
      await sql`select pg_sleep(${wait})`;
      if (body.name === "refused") throw new HttpError(409, "No.", "refused");
      return { id: row?.id ?? 0, name: body.name };
    },
  ),
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer(
    {},
    {
      routes,
      authenticate: async ({ headers }) =>
        headers.cookie === undefined
          ? undefined
          : { id: Number(headers.cookie), role: "consumer", session: "s" },
    },
  );
  await server.sql`create table things (id bigserial primary key, name text)`;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  wait = 0;
  await server.sql`truncate things, idempotency_keys`;
});

/** Sends a request the way the app's queue does. */
async function send(
  key: string,
  name: string,
  { account, path = "/v1/things" }: { account?: number; path?: string } = {},
) {
  const [address, init] = requestOf({ idempotencyKey: key, method: "POST", address: path, body: { name } });
  const headers = { ...init.headers, ...(account === undefined ? {} : { cookie: String(account) }) };
  const response = await fetch(server.url + address, { ...init, headers });
  return { status: response.status, body: await response.text() };
}
const count = async () => (await server.sql`select count(*)::int as n from things`)[0]?.["n"] as number;
const KEY = "11111111-2222-3333-4444-555555555555";

test("the first answer is given again, status and all, and nothing is done twice", async () => {
  const first = await send(KEY, "a");
  expect(first).toEqual({ status: 201, body: expect.stringMatching(/^{"id":\d+,"name":"a"}$/) });
  for (let again = 0; again < 3; again++) expect(await send(KEY, "a")).toEqual(first);
  expect(await count()).toBe(1);
});

test("another body under the key is a 422 in clear words, and so is another address", async () => {
  await send(KEY, "a");
  const refusal = {
    status: 422,
    body: '{"error":"This Idempotency-Key was already used for another request."}',
  };
  expect(await send(KEY, "b")).toEqual(refusal);
  expect(await send(KEY, "a", { path: "/v1/things?x=1" })).toEqual(refusal);
  expect(await count()).toBe(1);
});

test("sent at the same time, all wait for the first", async () => {
  wait = 0.2;
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(KEY, "a")));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await count()).toBe(1);
});

test("each account has its own keys, and nobody's are those without one", async () => {
  const answers = [
    await send(KEY, "a"),
    await send(KEY, "a", { account: 1 }),
    await send(KEY, "a", { account: 2 }),
  ];
  expect(new Set(answers.map(({ body }) => body)).size).toBe(3);
  expect(await count()).toBe(3);
});

test("a request that failed left nothing behind and may be sent again", async () => {
  expect((await send(KEY, "refused")).status).toBe(409);
  expect(await count()).toBe(0);
  expect((await send(KEY, "a")).status).toBe(201);
});

test("where the connection dies before the commit neither effect nor key is there", async () => {
  wait = 600;
  const sent = send(KEY, "a");
  const busy = async () => server.sql`select pid from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid() and state = 'active'`;
  await expect.poll(async () => (await busy()).length).toBe(1);
  const [backend] = await busy();
  await server.sql`select pg_terminate_backend(${backend?.["pid"] as number})`;
  expect((await sent).status).toBe(503);
  expect([await count(), (await server.sql`select 1 from idempotency_keys`).length]).toEqual([0, 0]);
  wait = 0;
  expect((await send(KEY, "a")).status).toBe(201);
  expect(await count()).toBe(1);
});

test("after a day the key is new, whether or not it was cleaned up", async () => {
  await send(KEY, "a");
  await send(`${KEY}-other`, "a");
  await server.sql`update idempotency_keys set created = now() - interval '24 hours 1 second'`;
  expect((await send(KEY, "b")).status).toBe(201);
  expect(await deleteOldKeys(server.sql)).toBe(1);
  const left = await server.sql`select key from idempotency_keys`;
  expect(left.map((row) => row["key"])).toEqual([KEY]);
});

test.each(["", "short", "a".repeat(201), "with spaces in the middle"])("%j is no key", async (key) => {
  expect((await send(key, "a")).status).toBe(400);
  expect(await count()).toBe(0);
});

test("without a key every request counts", async () => {
  for (let at = 0; at < 2; at++)
    await fetch(`${server.url}/api/v1/things`, { method: "POST", body: '{"name":"a"}' });
  expect(await count()).toBe(2);
});
