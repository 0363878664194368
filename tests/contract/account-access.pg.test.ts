/** Every route that needs an account × every kind of caller with a real session, and × whose thing it is. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes } from "#backend/app.ts";
import type { Access, Role } from "#shared/rules/roles.ts";
import { BEHIND_PROXY, member, PASSWORD, Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const CALLERS = ["anyone", "A", "B", "moderator", "administrator", "lowered", "ended"] as const;
type Caller = (typeof CALLERS)[number];

let server: TestServer;
const callers = new Map<Caller, Visitor & { id: number }>();
const callerOf = (name: Caller) => callers.get(name)!;
const sessionOf = (name: Caller) => callerOf(name).cookies.get("session")?.slice(0, 22) ?? "";

beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  const roles: [Caller, Role][] = [
    ["A", "consumer"],
    ["B", "consumer"],
    ["moderator", "moderator"],
    ["administrator", "administrator"],
    ["lowered", "administrator"],
    ["ended", "administrator"],
  ];
  callers.set("anyone", Object.assign(new Visitor(server), { id: 0 }));
  for (const [name, role] of roles) callers.set(name, await member(server, `u_${name}`, role));
  const list = "/v1/account/administrator/accounts";
  for (const name of ["lowered", "ended"] as const) expect((await callerOf(name).get(list)).status).toBe(200);
  await server.sql`update accounts set role = 'consumer' where username = 'u_lowered'`;
  const path = `/v1/account/administrator/account/${callerOf("ended").id}`;
  const demoted = await callerOf("administrator").send("PATCH", path, { role: "consumer" });
  expect(demoted.status).toBe(200);
  // Nothing below goes as far as deleting an account.
  await server.sql`update account_sessions set proven_at = now() - interval '1 hour'`;
});
afterAll(() => server[Symbol.asyncDispose]());

const NOT_LOGGED_IN = "You must be registered to access this page.";
const INSUFFICIENT = "Insufficient privileges";
/** Written out, so that it does not repeat the code under test. */
const REFUSED: Record<Exclude<Access, "anyone">, Partial<Record<Caller, string>>> = {
  session: { anyone: NOT_LOGGED_IN, ended: NOT_LOGGED_IN },
  moderator: {
    anyone: NOT_LOGGED_IN,
    ended: NOT_LOGGED_IN,
    A: INSUFFICIENT,
    B: INSUFFICIENT,
    lowered: INSUFFICIENT,
  },
  administrator: {
    anyone: NOT_LOGGED_IN,
    ended: NOT_LOGGED_IN,
    A: INSUFFICIENT,
    B: INSUFFICIENT,
    lowered: INSUFFICIENT,
    moderator: INSUFFICIENT,
  },
};
const STATUS = { [NOT_LOGGED_IN]: 401, [INSUFFICIENT]: 404 };

const ROUTES = apiRoutes()
  .map(({ contract }) => contract)
  .filter(({ access }) => access !== "anyone");

test("there are such routes", () => {
  expect(ROUTES.length).toBeGreaterThan(30);
});

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_, route) => {
  test.each(CALLERS)("called by %s", async (name) => {
    const path = route.path.replace(/:\w+/g, "0");
    const { status, text } = await callerOf(name).send(
      route.method,
      path,
      route.body === undefined ? undefined : {},
    );
    const refused = REFUSED[route.access as Exclude<Access, "anyone">][name];
    if (refused === undefined) {
      expect([401, text.includes(INSUFFICIENT)]).not.toContain(status);
      expect(text).not.toMatch(/"(You must be registered to access this page\.|Insufficient privileges)"/);
    } else {
      expect(status).toBe(STATUS[refused as keyof typeof STATUS]);
      expect(text).toContain(`"${refused}"`);
    }
  });
});

describe("whose session it is", () => {
  test.each([
    ["anyone", 401, 401],
    ["ended", 401, 401],
    ["B", 404, 404],
    ["moderator", 404, 404],
    ["administrator", 404, 404],
    ["lowered", 404, 404],
  ] as const)("%s ends neither A's nor an absent one", async (name, others, absent) => {
    const end = (id: string) => callerOf(name).send("DELETE", `/v1/account/sessions/${id}`);
    expect((await end(sessionOf("A"))).status).toBe(others);
    expect((await end("absent")).status).toBe(absent);
    expect((await callerOf("A").get("/v1/account")).status).toBe(200);
  });

  test("A ends its own", async () => {
    const second = new Visitor(server);
    await second.logIn("u_A", PASSWORD);
    const id = second.cookies.get("session")?.slice(0, 22);
    expect((await callerOf("A").send("DELETE", `/v1/account/sessions/${id}`)).status).toBe(200);
    expect((await second.get("/v1/account")).status).toBe(401);
  });
});

describe("whose account it is", () => {
  test.each([
    ["anyone", [401, 401, 401]],
    ["ended", [401, 401, 401]],
    ["A", [404, 404, 404]],
    ["moderator", [404, 404, 404]],
    ["lowered", [404, 404, 404]],
    ["administrator", [200, 200, 404]],
  ] as const)("%s sees its own, another's and an absent one as %j", async (name, expected) => {
    const ids = [callerOf(name).id, callerOf("B").id, 999_999];
    const found: number[] = [];
    for (const id of ids)
      found.push((await callerOf(name).get(`/v1/account/administrator/account/${Math.max(id, 1)}`)).status);
    expect(found).toEqual(expected);
  });

  test("nobody but an administrator changes a role, least of all one's own", async () => {
    const before = await server.sql`select id, role from accounts order by id`;
    for (const name of ["anyone", "ended", "A", "B", "moderator", "lowered"] as const)
      for (const target of ["A", "B", "moderator", "administrator"] as const) {
        const path = `/v1/account/administrator/account/${callerOf(target).id}`;
        expect((await callerOf(name).send("PATCH", path, { role: "moderator" })).status).not.toBe(200);
      }
    expect(await server.sql`select id, role from accounts order by id`).toEqual(before);
  });
});
