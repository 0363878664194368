/** Passkeys, with an authenticator in software; journeys in a browser are in tests/e2e/passkeys.spec.ts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { Authenticator, type Lies } from "#tests/support/authenticator.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
});
afterAll(() => server[Symbol.asyncDispose]());

const OWN = "/v1/account/passkeys";
const LOGIN = "/v1/authentication/passkey";
const INVALID = [400, refusal("That passkey is not valid here.")];
interface Shown {
  id: string;
  name: string;
  used_at: string | null;
}

async function challengeOf(visitor: Visitor, path: string): Promise<string> {
  const { status, text } = await visitor.post(`${path}/options`);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return (JSON.parse(text) as { challenge: string }).challenge;
}

async function add(owner: Visitor, device: Authenticator, lies?: Lies): Promise<[number, string]> {
  const credential = device.create(await challengeOf(owner, OWN), lies);
  const { status, text } = await owner.post(OWN, { name: "Phone", credential });
  return [status, text];
}

async function enter(visitor: Visitor, device: Authenticator, lies?: Lies): Promise<[number, string]> {
  const { status, text } = await visitor.post(LOGIN, device.get(await challengeOf(visitor, LOGIN), lies));
  return [status, text];
}

let owners = 0;
async function ownerOf(device: Authenticator): Promise<Visitor & { id: number }> {
  owners += 1;
  const owner = await member(server, `keyed${owners}`);
  expect(await add(owner, device)).toEqual([200, "true"]);
  return owner;
}

test("a passkey is made, listed, logs in from another browser, and is removed", async () => {
  const device = new Authenticator(server.url);
  const owner = await ownerOf(device);
  const [made] = await owner.json<Shown[]>(OWN);
  expect(made).toEqual({ id: device.id, name: "Phone", created_at: expect.any(String), used_at: null });
  const other = new Visitor(server);
  const [status, text] = await enter(other, device);
  expect([status, JSON.parse(text)]).toMatchObject([200, { id: owner.id, role: "consumer" }]);
  expect((await other.get("/v1/account")).status).toBe(200);
  expect((await owner.json<Shown[]>(OWN))[0]?.used_at).toEqual(expect.any(String));
  expect((await owner.get("/v1/account/data")).text).toContain('"passkeys":[{"name":"Phone"');
  expect((await owner.send("DELETE", `${OWN}/${device.id}`)).text).toBe("true");
  expect(await owner.json(OWN)).toEqual([]);
  expect(await enter(new Visitor(server), device)).toEqual(INVALID);
});

describe("is refused", () => {
  const WRONG: [string, Lies][] = [
    ["of another origin", { origin: "https://evil.example" }],
    ["of another domain", { domain: "evil.example" }],
    ["without verification of the person", { isVerified: false }],
  ];

  test.each(WRONG)("a new one %s", async (_, lies) => {
    const owner = await member(server, `new${lies.origin?.length ?? 0}${lies.domain?.length ?? 0}`);
    expect(await add(owner, new Authenticator(server.url), lies)).toEqual(INVALID);
    expect(await owner.json(OWN)).toEqual([]);
  });

  test.each([...WRONG, ["with a counter that was used before", { counter: 1 }] as [string, Lies]])(
    "a login %s",
    async (_, lies) => {
      const device = new Authenticator(server.url);
      await ownerOf(device);
      expect((await enter(new Visitor(server), device))[0]).toBe(200);
      expect(await enter(new Visitor(server), device, lies)).toEqual(INVALID);
    },
  );

  test("replayed requests: a creation and a login", async () => {
    const device = new Authenticator(server.url);
    const owner = await member(server, "replayed");
    const credential = device.create(await challengeOf(owner, OWN));
    expect((await owner.post(OWN, { name: "Phone", credential })).status).toBe(200);
    await server.sql`delete from passkeys where id = ${device.id}`;
    expect((await owner.post(OWN, { name: "Phone", credential })).status).toBe(400);
    expect(await add(owner, device)).toEqual([200, "true"]);
    const visitor = new Visitor(server);
    const sent = device.get(await challengeOf(visitor, LOGIN));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => new Visitor(server).post(LOGIN, sent)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test("a challenge of another account, of a login, of more than five minutes ago, and one that was made up", async () => {
    const device = new Authenticator(server.url);
    const [owner, other] = [await member(server, "challenged"), await member(server, "challenger")];
    const send = async (challenge: string) => {
      const answer = await owner.post(OWN, { name: "Phone", credential: device.create(challenge) });
      return [answer.status, answer.text];
    };
    expect(await send(await challengeOf(other, OWN))).toEqual(INVALID);
    expect(await send(await challengeOf(new Visitor(server), LOGIN))).toEqual(INVALID);
    expect(await send("AAAA")).toEqual(INVALID);
    const late = await challengeOf(owner, OWN);
    await server.sql`update passkey_challenges set created_at = now() - interval '5 minutes 1 second'`;
    expect(await send(late)).toEqual(INVALID);
  });

  test("an unknown one, a disabled account, and who is logged in already", async () => {
    const device = new Authenticator(server.url);
    expect(await enter(new Visitor(server), device)).toEqual(INVALID);
    const owner = await ownerOf(device);
    expect(await enter(owner, device)).toEqual([409, refusal("Already logged in")]);
    await server.sql`update accounts set disabled = true where id = ${owner.id}`;
    expect(await enter(new Visitor(server), device)).toEqual([403, refusal("This account is disabled.")]);
  });

  test("another account's, whoever removes it or adds it again", async () => {
    const device = new Authenticator(server.url);
    const owner = await ownerOf(device);
    const other = await member(server, "taker");
    expect((await other.send("DELETE", `${OWN}/${device.id}`)).status).toBe(404);
    expect(await add(other, device)).toEqual(INVALID);
    expect(await owner.json(OWN)).toHaveLength(1);
  });
});

test("making and removing need the password again after ten minutes", async () => {
  const device = new Authenticator(server.url);
  const owner = await ownerOf(device);
  const challenge = await challengeOf(owner, OWN);
  await server.sql`update account_sessions set proven_at = now() - interval '11 minutes' where account = ${owner.id}`;
  const answers = [
    await owner.post(`${OWN}/options`),
    await owner.post(OWN, { name: "Phone", credential: new Authenticator(server.url).create(challenge) }),
    await owner.send("DELETE", `${OWN}/${device.id}`),
  ];
  for (const { status, text } of answers)
    expect([status, text]).toEqual([403, refusal("Confirm your password first.")]);
  await owner.post("/v1/account/confirm_password", { password: PASSWORD });
  expect((await owner.send("DELETE", `${OWN}/${device.id}`)).status).toBe(200);
});

test("an account has at most twenty, and they go with it", async () => {
  const owner = await ownerOf(new Authenticator(server.url));
  await server.sql`insert into passkeys (id, account, public_key, counter, transports, name)
    select 'made' || n, ${owner.id}, '', 0, '{}', '' from generate_series(1, 19) n`;
  expect(await add(owner, new Authenticator(server.url))).toEqual([
    409,
    refusal("An account can have at most 20 passkeys."),
  ]);
  await owner.post("/v1/account/delete");
  expect(await server.sql`select 1 from passkeys where account = ${owner.id}`).toHaveLength(0);
});
