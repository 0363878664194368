/** Each level of access × every kind of caller, and requests of other sites. Every real route is in callers.pg.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { apiRoutes } from "#backend/app.ts";
import { openDatabase } from "#backend/db/client.ts";
import { mount } from "#backend/http/endpoint.ts";
import type { Authenticate, Principal } from "#backend/http/principal.ts";
import { type Endpoint, endpoint, hasEffect } from "#shared/contracts/endpoint.ts";
import { ACCESS, type Access, type Role } from "#shared/rules/roles.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

/** Roles for the next request: the stub looks up an account's current role, as the database would. */
const roles = new Map<string, Role>([
  ["consumer", "consumer"],
  ["moderator", "moderator"],
  ["administrator", "administrator"],
  ["lowered", "administrator"],
]);
const names = [...roles.keys()];
const authenticate: Authenticate = async ({ headers }) => {
  const name = /session=(\w+)/.exec(headers.cookie ?? "")?.[1] ?? "";
  const role = roles.get(name);
  return role && { id: names.indexOf(name) + 1, role, session: name };
};

const Answer = z.object({ role: z.nullable(z.string()) });
const answer = async ({ principal }: { principal: Principal | undefined }) => ({
  role: principal?.role ?? null,
});
/** Levels that no real route has yet, on a read and on a write each. */
const testRoutes = ACCESS.flatMap((access) => {
  const base = { path: `/v1/test/${access}`, summary: "A test's.", access, response: Answer };
  return [
    mount(endpoint({ ...base, method: "GET", private: true }), answer),
    mount(endpoint({ ...base, method: "POST" }), answer),
  ];
});
const ROUTES = [...testRoutes, ...apiRoutes()];
const CALLERS = ["anonymous", "expired", "consumer", "moderator", "administrator", "lowered"] as const;
type Caller = (typeof CALLERS)[number];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { authenticate, routes: ROUTES });
  await server.sql`insert into accounts (username, password) select name, '' from unnest(${names}::text[]) name`;
  // Logged in as an administrator once, and lowered since.
  expect((await send(contractAt("GET", "administrator"), "lowered")).status).toBe(200);
  roles.set("lowered", "consumer");
});
afterAll(() => server[Symbol.asyncDispose]());

const contractAt = (method: string, access: Access) =>
  testRoutes.find(({ contract }) => contract.method === method && contract.access === access)!.contract;

async function send({ method, path, body }: Endpoint, caller: Caller, headers: Record<string, string> = {}) {
  const address = path.replace(/:\w+/g, "0");
  const response = await fetch(`${server.url}/api${address}`, {
    method,
    headers: { ...(caller === "anonymous" ? {} : { cookie: `session=${caller}` }), ...headers },
    ...(body === undefined ? {} : { body: "{}" }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Written out, so that it does not repeat the code under test. */
const REFUSED: Record<Access, Partial<Record<Caller, 401 | 404>>> = {
  anyone: {},
  session: { anonymous: 401, expired: 401 },
  moderator: { anonymous: 401, expired: 401, consumer: 404, lowered: 404 },
  administrator: { anonymous: 401, expired: 401, consumer: 404, lowered: 404, moderator: 404 },
};
const MESSAGES = {
  401: "You must be registered to access this page.",
  404: "Insufficient privileges",
};
const messageIn = (text: string) => {
  const body = JSON.parse(text) as { error: string | { message: string } };
  return typeof body.error === "string" ? body.error : body.error.message;
};
const isRefusal = (text: string) =>
  Object.values(MESSAGES).some((message) =>
    [`{"error":"${message}"}`, `"message":"${message}"}}`].some((end) => text.endsWith(end)),
  );

describe.each(testRoutes.map(({ contract }) => [`${contract.method} ${contract.path}`, contract] as const))(
  "%s",
  (_, contract) => {
    test.each(CALLERS)("called by %s", async (caller) => {
      const { status, text } = await send(contract, caller);
      const refused = REFUSED[contract.access][caller];
      if (refused === undefined) expect(isRefusal(text), text.slice(0, 200)).toBe(false);
      else expect([status, messageIn(text)]).toEqual([refused, MESSAGES[refused]]);
    });
  },
);

test("each level answers", async () => {
  for (const { contract } of testRoutes) {
    const { status, text } = await send(contract, "administrator");
    expect([status, text]).toEqual([200, '{"role":"administrator"}']);
  }
});

test("answers to accounts are stored by no cache, and public reads depend on no account", async () => {
  const session = await send(contractAt("GET", "session"), "consumer");
  expect([session.headers.get("cache-control"), session.headers.get("etag")]).toEqual(["no-store", null]);
  const route = ROUTES.find(({ contract }) => contract.path === "/v1/posts")!.contract;
  const [one, other] = [await send(route, "anonymous"), await send(route, "administrator")];
  expect(other.text).toBe(one.text);
});

test.each([
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ origin: "https://evil.example" }, 403],
  [{ "sec-fetch-site": "same-origin" }, 200],
  [{}, 200],
] as [Record<string, string>, number][])("a change sent with %o is a %i", async (headers, status) => {
  expect((await send(contractAt("POST", "session"), "consumer", headers)).status).toBe(status);
});

describe("a request of another site", () => {
  const CROSS_SITE = { "sec-fetch-site": "cross-site" };

  test("is refused before anything is counted or looked up", async () => {
    await using fresh = await startServer();
    const logIn = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ username: "nobody", password: "nothing" });
      const path = "/api/v1/authentication/login";
      return (await fresh.get(path, { method: "POST", headers, body })).status;
    };
    for (let at = 0; at < 40; at++) expect(await logIn(CROSS_SITE)).toBe(403);
    expect(await logIn({})).toBe(400);
    expect((await send(contractAt("POST", "moderator"), "consumer", CROSS_SITE)).status).toBe(403);
  });

  test("is refused before any counter of any contract", async () => {
    await using fresh = await startServer({ RATE_LIMITS: "postgres" });
    const refused = apiRoutes().filter(({ contract }) => hasEffect(contract));
    for (const { contract } of refused) {
      const path = `/api${contract.path.replace(/:\w+/g, "0")}`;
      const { status } = await fresh.get(path, {
        method: contract.method,
        headers: CROSS_SITE,
        redirect: "manual",
      });
      expect([contract.method, contract.path, status]).toEqual([contract.method, contract.path, 403]);
    }
    expect(refused.some(({ contract }) => contract.limits !== undefined)).toBe(true);
    expect(await fresh.sql`select from rate_limits`).toEqual([]);
  });

  test("no read without an effect has a counter that another site could use up", () => {
    const counted = apiRoutes().filter(
      ({ contract }) => !hasEffect(contract) && contract.limits !== undefined,
    );
    expect(counted.map(({ contract }) => contract.path)).toEqual([]);
  });

  test("is refused where a read has an effect", async () => {
    await server.sql`insert into notifications (account, type, extra_info) values (1, 1, '{}')`;
    const { contract } = ROUTES.find(({ contract }) => contract.path === "/v1/account/notifications")!;
    expect((await send(contract, "consumer", CROSS_SITE)).status).toBe(403);
    expect(await server.sql`select from notifications where seen`).toHaveLength(0);
    expect((await send(contract, "consumer", { "sec-fetch-site": "none" })).status).toBe(200);
    expect(await server.sql`select from notifications where seen`).toHaveLength(1);
  });

  test("no other read has an effect", async () => {
    // Its first request creates the key of the archive.
    await send(ROUTES.find(({ contract }) => contract.path === "/v1/account/push")!.contract, "consumer");
    const readOnly = openDatabase(`${server.config.DATABASE_URL}?default_transaction_read_only=on`);
    await using reading = await startServer({}, { authenticate, routes: apiRoutes(), sql: readOnly });
    const failed: string[] = [];
    for (const { contract } of apiRoutes().filter(({ contract }) => !hasEffect(contract))) {
      const response = await fetch(`${reading.url}/api${contract.path.replace(/:\w+/g, "0")}`, {
        headers: { cookie: "session=administrator" },
      });
      if (response.status === 500) failed.push(contract.path);
    }
    await readOnly.end();
    expect(failed).toEqual([]);
  });
});
