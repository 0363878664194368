/** The first administrator, made with the link that the server prints. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { createSetupToken } from "#backend/db/setup-token.ts";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let fresh: TestServer;
beforeEach(async () => {
  await fresh?.[Symbol.asyncDispose]();
  fresh = await startServer(BEHIND_PROXY);
});
afterAll(() => fresh[Symbol.asyncDispose]());
const WRONG = [403, refusal("This setup link is not valid anymore.")];
const setUp = (token: string, username: string) =>
  new Visitor(fresh).post("/v1/authentication/setup", {
    token,
    username,
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
const administrators = async () =>
  (await fresh.sql`select username from accounts where role = 'administrator'`).length;

test("the first administrator is made with the token, once; registering first gives no rights", async () => {
  const early = await member(fresh, "early");
  expect(early.id).toBe(1);
  expect((await early.get("/v1/account/administrator/accounts")).status).toBe(404);
  const token = (await createSetupToken(fresh.sql)) ?? "";
  expect(await fresh.sql`select 1 from setup_token t where position(${token} in t::text) > 0`).toHaveLength(
    0,
  );
  for (const wrong of ["", "x", `${token}x`, token.toLowerCase()]) {
    const { status, text } = await setUp(wrong, "intruder");
    expect([status, text]).toEqual(WRONG);
  }
  expect((await setUp(token, "early")).status).toBe(409);
  expect((await setUp(token, "boss")).text).toBe("true");
  expect(await early.json("/v1/authentication/registration")).toEqual({
    registration: "open",
    set_up: true,
  });
  const { status, text } = await setUp(token, "second");
  expect([status, text]).toEqual(WRONG);
  expect(await createSetupToken(fresh.sql)).toBeUndefined();
  const boss = new Visitor(fresh);
  expect((await boss.logIn("boss", PASSWORD)).text).toContain('"role":"administrator"');
  expect((await boss.get("/v1/account/administrator/accounts")).status).toBe(200);
});

test("a token ends after a day, and when a newer one is printed", async () => {
  const first = (await createSetupToken(fresh.sql)) ?? "";
  const second = (await createSetupToken(fresh.sql)) ?? "";
  expect((await setUp(first, "boss")).status).toBe(403);
  await fresh.sql`update setup_token set created_at = now() - interval '24 hours 1 second'`;
  expect((await setUp(second, "boss")).status).toBe(403);
  expect(await administrators()).toBe(0);
});

test("of fifty at once there is one", async () => {
  const token = (await createSetupToken(fresh.sql)) ?? "";
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => setUp(token, `boss${at}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200 && status !== 403 && status !== 503)).toEqual([]);
  expect(await administrators()).toBe(1);
  expect(await fresh.sql`select 1 from accounts`).toHaveLength(1);
});
