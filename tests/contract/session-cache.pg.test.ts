/** Sessions are remembered for files, and forgotten when they or what they may do have changed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BEHIND_PROXY, member, PASSWORD, type Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const MISSING = "/icons/patreon/7"; // a 404 is an answer to members only
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
  await buildCreator(server.sql, { id: "7", name: "Ann" });
  await allNotified(server); // and before, that it listens
});
afterAll(() => server[Symbol.asyncDispose]());

const cookieOf = (visitor: Visitor) => `session=${visitor.cookies.get("session")}`;
async function statusFor(cookie: string): Promise<number> {
  return (await server.get(MISSING, { headers: { cookie } })).status;
}

test("the second file asks nobody who the session is", async () => {
  const cookie = cookieOf(await member(server, "reader"));
  await allNotified(server);
  expect(await statusFor(cookie)).toBe(404);
  await server.sql.begin(async (tx) => {
    await tx`lock table account_sessions, accounts in access exclusive mode`;
    expect(await statusFor(cookie)).toBe(404);
    expect(await statusFor(cookie.slice(0, -1))).toBe(401); // not even the cookie of a session
  });
});

test.each([
  ["ends its session", (visitor: Visitor) => visitor.logOut()],
  [
    "is disabled",
    ({ id }: Visitor & { id: number }) => server.sql`update accounts set disabled = true where id = ${id}`,
  ],
  ["is deleted", ({ id }: Visitor & { id: number }) => server.sql`delete from accounts where id = ${id}`],
])("no file is sent to a member who %s", async (what, end) => {
  const visitor = await member(server, what.split(" ").at(-1)!);
  const cookie = cookieOf(visitor);
  await allNotified(server);
  expect(await statusFor(cookie)).toBe(404);
  await end(visitor);
  await allNotified(server);
  expect(await statusFor(cookie)).toBe(401);
});

test("another session of the same account is not confused with it", async () => {
  const visitor = await member(server, "twice");
  const first = cookieOf(visitor);
  expect(await statusFor(first)).toBe(404);
  await visitor.logIn("twice", PASSWORD);
  expect(await statusFor(`${first.split(".")[0]}.${"x".repeat(43)}`)).toBe(401);
});
