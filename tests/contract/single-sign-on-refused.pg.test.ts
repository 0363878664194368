/** Logins and logouts that are forged, replayed or somebody else's; each fails for exactly the reason in its name. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BEHIND_PROXY, refusal, Visitor } from "#tests/support/accounts.ts";
import { type HostileProvider, startHostileProvider, type Token } from "#tests/support/hostile-provider.ts";
import {
  callbackPath,
  logoutPath,
  ProviderVisitor,
  providerSetting,
  startProvider,
  type TestProvider,
} from "#tests/support/oidc.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const LOGIN = "/authentication/login";
const DONE = "/authentication/single_sign_on?location=%2F";
const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

let real: TestProvider;
let hostile: HostileProvider;
let server: TestServer;
beforeAll(async () => {
  real = await startProvider();
  hostile = await startHostileProvider();
  const [home] = JSON.parse(providerSetting(real)) as object[];
  const [bad] = JSON.parse(providerSetting(hostile, { id: "bad", label: "Bad login" })) as object[];
  server = await startServer({ ...BEHIND_PROXY, OIDC_PROVIDERS: JSON.stringify([home, bad]) });
  real.register(server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await real[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server.sql`delete from accounts`;
  await server.sql`delete from logout_tokens`;
});

async function begin(visitor: Visitor, provider: string, body: object = {}): Promise<URL> {
  const { text } = await visitor.post(`/v1/authentication/single_sign_on/${provider}`, body);
  return new URL((JSON.parse(text) as { address: string }).address);
}
async function comeBack(visitor: Visitor, path: string): Promise<string> {
  const { status, headers } = await visitor.get(path.replace(/^\/api/, ""));
  expect(status).toBe(302);
  return headers.get("location") ?? "";
}
const problem = (name: string) => `${LOGIN}?location=%2F&problem=${name}`;
const isIn = async (visitor: Visitor) => (await visitor.get("/v1/account")).status === 200;

/** A login at the hostile provider. @param change of the answer that the provider sends the browser back with */
async function signOn(
  visitor: Visitor,
  make: (nonce: string) => Token,
  change: Record<string, string> = {},
): Promise<string> {
  const asked = (await begin(visitor, "bad")).searchParams;
  hostile.answers(await hostile.sign(make(asked.get("nonce") ?? "")));
  const answer = { code: "c", state: asked.get("state") ?? "", iss: hostile.issuer, ...change };
  return await comeBack(visitor, `${callbackPath("bad")}?${new URLSearchParams(answer)}`);
}

test("the hostile provider can be honest", async () => {
  const bea = new Visitor(server);
  expect(await signOn(bea, (nonce) => ({ claims: hostile.claims(nonce) }))).toBe(DONE);
  expect(await isIn(bea)).toBe(true);
});

test("a login counts as recent from the time at which the provider asked for a password", async () => {
  const bea = new Visitor(server);
  const at = (minutes: number) => (nonce: string) => ({
    claims: hostile.claims(nonce, { auth_time: now() - minutes * 60 }),
  });
  const mayDownload = async () => (await bea.get("/v1/account/data")).status === 200;
  expect(await signOn(bea, at(11))).toBe(DONE);
  expect(await mayDownload()).toBe(false);
  expect(await signOn(bea, at(11))).toBe("/"); // a confirmation that asked for no password
  expect(await mayDownload()).toBe(false);
  expect(await signOn(bea, at(0))).toBe("/");
  expect(await mayDownload()).toBe(true);
  expect(await signOn(bea, at(-60))).toBe("/"); // a clock that is ahead
  await server.sql`update account_sessions set proven_at = proven_at - interval '11 minutes'`;
  expect(await mayDownload()).toBe(false);
});

const now = () => Math.floor(Date.now() / 1_000);
test.each<[string, (nonce: string) => Token]>([
  ["wrong nonce", (nonce) => ({ claims: hostile.claims(`${nonce}x`) })],
  ["no nonce", (nonce) => ({ claims: hostile.claims(nonce, { nonce: undefined }) })],
  ["wrong audience", (nonce) => ({ claims: hostile.claims(nonce, { aud: "another" }) })],
  ["wrong issuer", (nonce) => ({ claims: hostile.claims(nonce, { iss: "https://other.example.org" }) })],
  ["expired", (nonce) => ({ claims: hostile.claims(nonce, { iat: now() - 600, exp: now() - 60 }) })],
  ["no subject", (nonce) => ({ claims: hostile.claims(nonce, { sub: undefined }) })],
  ["signature by another key", (nonce) => ({ claims: hostile.claims(nonce), key: "other" })],
  [
    "no signature, alg none",
    (nonce) => ({ claims: hostile.claims(nonce), header: { alg: "none" }, key: "none" }),
  ],
  [
    "no signature, alg RS256",
    (nonce) => ({ claims: hostile.claims(nonce), header: { alg: "RS256" }, key: "none" }),
  ],
])("an ID token with %s is refused", async (_, make) => {
  const visitor = new Visitor(server);
  expect(await signOn(visitor, make)).toBe(problem("invalid"));
  expect(await isIn(visitor)).toBe(false);
  expect(await server.sql`select 1 from accounts`).toHaveLength(0);
});

test("an answer that names another issuer, or none, is refused", async () => {
  const honest = (nonce: string): Token => ({ claims: hostile.claims(nonce) });
  for (const iss of ["https://other.example.org", ""])
    expect(await signOn(new Visitor(server), honest, { iss })).toBe(problem("invalid"));
});

test("a wrong state is refused", async () => {
  const visitor = new Visitor(server);
  const honest = (nonce: string): Token => ({ claims: hostile.claims(nonce) });
  for (const state of ["", "x"])
    expect(await signOn(visitor, honest, { state })).toBe(`${LOGIN}?problem=expired`);
  expect(await isIn(visitor)).toBe(false);
});

test("the answer of one provider is not taken for another's", async () => {
  const visitor = new Visitor(server);
  const { searchParams: asked } = await begin(visitor, "bad");
  const answer = new URLSearchParams({ code: "c", state: asked.get("state") ?? "", iss: real.issuer });
  expect(await comeBack(visitor, `${callbackPath("home")}?${answer}`)).toBe(`${LOGIN}?problem=expired`);
});

test("a code works once: the same answer again is refused, also by the provider", async () => {
  const bea = new Visitor(server);
  const back = await new ProviderVisitor().logIn((await begin(bea, "home")).href, "bea");
  const path = `${back.pathname}${back.search}`;
  expect(await comeBack(bea, path)).toBe(DONE);
  expect(await comeBack(bea, path)).toBe(`${LOGIN}?problem=expired`);
  // Somebody who has read the code begins a login and answers it with that code.
  const thief = new Visitor(server);
  const own = (await begin(thief, "home")).searchParams.get("state") ?? "";
  back.searchParams.set("state", own);
  expect(await comeBack(thief, `${back.pathname}${back.search}`)).toBe(problem("invalid"));
  expect(await isIn(thief)).toBe(false);
});

test("an answer that another browser began is refused, so nobody is logged in to a stranger's account", async () => {
  const attacker = new Visitor(server);
  const back = await new ProviderVisitor().logIn((await begin(attacker, "home")).href, "attacker");
  const path = `${back.pathname}${back.search}`;
  const victim = new Visitor(server);
  expect(await comeBack(victim, path)).toBe(`${LOGIN}?problem=expired`);
  await begin(victim, "home"); // has a cookie of its own
  expect(await comeBack(victim, path)).toBe(`${LOGIN}?problem=expired`);
  expect(await isIn(victim)).toBe(false);
  expect(await comeBack(attacker, path)).toBe(DONE); // the attempts did not use it up
});

test("a login that took more than ten minutes is refused", async () => {
  const bea = new Visitor(server);
  const back = await new ProviderVisitor().logIn((await begin(bea, "home")).href, "bea");
  await server.sql`update login_flows set created_at = now() - interval '10 minutes 1 second'`;
  expect(await comeBack(bea, `${back.pathname}${back.search}`)).toBe(`${LOGIN}?problem=expired`);
});

test("a link that was begun by one account is not finished by another", async () => {
  const visitor = new Visitor(server);
  await signOn(visitor, (nonce) => ({ claims: hostile.claims(nonce) }));
  const begun = (await begin(visitor, "home", { link: true })).href;
  await visitor.logOut();
  await signOn(visitor, (nonce) => ({ claims: hostile.claims(nonce, { sub: "cat" }) }));
  const back = await new ProviderVisitor().logIn(begun, "dan");
  const page = "/account/single_sign_on?location=%2F&problem=expired";
  expect(await comeBack(visitor, `${back.pathname}${back.search}`)).toBe(page);
  expect(await server.sql`select 1 from account_identities where subject = 'dan'`).toHaveLength(0);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "\t//evil.example",
  "javascript:alert(1)",
])("a login never leads to %s", async (location) => {
  const bea = new Visitor(server);
  const back = await new ProviderVisitor().logIn((await begin(bea, "home", { location })).href, "bea");
  expect(await comeBack(bea, `${back.pathname}${back.search}`)).toBe(DONE);
});

test("another site can neither begin a login nor link an account", async () => {
  const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const path = "/v1/authentication/single_sign_on/home";
  expect((await new Visitor(server).send("POST", path, {}, headers)).status).toBe(403);
});

interface Logout {
  sub?: string | undefined;
  sid?: string | undefined;
  more?: object;
}

let tokens = 0;
function logoutToken({ sub, sid, more = {} }: Logout): Token {
  tokens += 1;
  const claims = hostile.claims("", {
    nonce: undefined,
    sub,
    sid,
    jti: `token-${tokens}`,
    events: EVENTS,
    ...more,
  });
  return { claims, header: { alg: "RS256", kid: "own", typ: "logout+jwt" } };
}
async function sendLogout(token: string): Promise<[number, string]> {
  const response = await server.get(logoutPath("bad"), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ logout_token: token, unknown: "is ignored" }),
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
  return [response.status, await response.text()];
}
async function person(sub: string, sid?: string): Promise<Visitor> {
  const visitor = new Visitor(server);
  await signOn(visitor, (nonce) => ({ claims: hostile.claims(nonce, { sub, sid }) }));
  return visitor;
}

test("a logout token ends the session it names, or all of its person, and works once", async () => {
  const [one, two, none] = [await person("bea", "1"), await person("bea", "2"), await person("bea")];
  const cat = await person("cat", "3");
  const states = async () => await Promise.all([one, two, none, cat].map(isIn));
  expect(await states()).toEqual([true, true, true, true]);
  const token = await hostile.sign(logoutToken({ sid: "1" }));
  expect(await sendLogout(token)).toEqual([200, "true"]);
  expect(await states()).toEqual([false, true, true, true]);
  expect(await sendLogout(token)).toEqual([400, refusal("The logout token is not valid.")]);
  expect(await sendLogout(await hostile.sign(logoutToken({ sub: "bea", sid: "2" })))).toEqual([200, "true"]);
  expect(await states()).toEqual([false, false, false, true]); // also the one whose session the provider did not name
  expect(await sendLogout(await hostile.sign(logoutToken({ sub: "cat" })))).toEqual([200, "true"]);
  expect(await states()).toEqual([false, false, false, false]);
});

test("a logout ends no session that began with a password, and none of another provider's person", async () => {
  const bea = await person("bea", "1");
  const there = await new ProviderVisitor().logIn((await begin(new Visitor(server), "home")).href, "bea");
  expect(there.pathname).toBe(callbackPath("home"));
  await server.sql`update account_sessions set identity = null`;
  expect(await sendLogout(await hostile.sign(logoutToken({ sub: "bea" })))).toEqual([200, "true"]);
  expect(await isIn(bea)).toBe(true);
});

test.each<[string, () => Token]>([
  ["another audience", () => logoutToken({ sub: "bea", more: { aud: "another" } })],
  ["another issuer", () => logoutToken({ sub: "bea", more: { iss: "https://other.example.org" } })],
  ["no event", () => logoutToken({ sub: "bea", more: { events: {} } })],
  ["a nonce, as an ID token", () => logoutToken({ sub: "bea", more: { nonce: "x" } })],
  ["nobody", () => logoutToken({})],
  ["no id", () => logoutToken({ sub: "bea", more: { jti: undefined } })],
  ["no time", () => logoutToken({ sub: "bea", more: { iat: undefined } })],
  ["a time long ago", () => logoutToken({ sub: "bea", more: { iat: now() - 3_600, exp: undefined } })],
  ["an end that is past", () => logoutToken({ sub: "bea", more: { exp: now() - 60 } })],
  ["a signature by another key", () => ({ ...logoutToken({ sub: "bea" }), key: "other" })],
  ["no signature", () => ({ ...logoutToken({ sub: "bea" }), header: { alg: "none" }, key: "none" })],
])("a logout token with %s is refused", async (_, make) => {
  const bea = await person("bea", "1");
  const [status, text] = await sendLogout(await hostile.sign(make()));
  expect([status, text]).toEqual([400, refusal("The logout token is not valid.")]);
  expect(await isIn(bea)).toBe(true);
});
