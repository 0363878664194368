/** Login of the person whom a trusted proxy names in a header (`TRUSTED_USER_HEADER`). */
import { afterAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const HEADER = { TRUSTED_USER_HEADER: "Remote-User" };
const NOBODY = [403, refusal("The proxy names no user.")];

let server: TestServer;
beforeEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = await startServer({ ...BEHIND_PROXY, ...HEADER });
});
afterAll(() => server[Symbol.asyncDispose]());

/** A browser behind a proxy that names somebody. */
class ProxyVisitor extends Visitor {
  user: string | undefined;

  constructor(at: TestServer, user: string | undefined) {
    super(at);
    this.user = user;
  }

  override send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const named = this.user === undefined ? headers : { "remote-user": this.user, ...headers };
    return super.send(method, path, body, named);
  }
}

const begin = (visitor: Visitor, body: object = {}) =>
  visitor.post("/v1/authentication/single_sign_on/proxy", body);
const nameOf = async (visitor: Visitor) =>
  (await visitor.json<{ props: { account: { username: string } } }>("/v1/account")).props.account.username;

test("the person gets an account and a session; nobody is logged in without asking", async () => {
  const bea = new ProxyVisitor(server, "bea");
  expect((await bea.get("/v1/account")).status).toBe(401);
  const { status, text } = await begin(bea, { location: "/posts" });
  expect([status, text]).toEqual([200, '{"address":"/authentication/single_sign_on?location=%2Fposts"}']);
  expect(await nameOf(bea)).toBe("bea");
  const again = new ProxyVisitor(server, "bea");
  await begin(again);
  expect(await nameOf(again)).toBe("bea");
  expect(await server.sql`select issuer, subject from account_identities`).toEqual([
    { issuer: "proxy", subject: "bea" },
  ]);
});

test("the header of any other address is ignored, and so is the one of a session's requests", async () => {
  const elsewhere = await startServer(
    { TRUSTED_PROXIES: "10.0.0.1,10.1.0.0/16", ...HEADER },
    { database: { url: server.config.DATABASE_URL ?? "", sql: server.sql } },
  );
  await using _ = elsewhere;
  const liar = new ProxyVisitor(elsewhere, "root");
  for (const headers of [{}, { "x-forwarded-for": "10.0.0.1" }, { "x-real-ip": "10.0.0.1" }] as Record<
    string,
    string
  >[]) {
    const { status, text } = await liar.send("POST", "/v1/authentication/single_sign_on/proxy", {}, headers);
    expect([status, text]).toEqual(NOBODY);
  }
  const bea = new ProxyVisitor(server, "bea");
  await begin(bea);
  for (const [name, value] of bea.cookies) liar.cookies.set(name, value);
  liar.user = "bea";
  expect((await liar.get("/v1/account")).status).toBe(401);
});

test("a session is valid only while the proxy names the same person", async () => {
  const browser = new ProxyVisitor(server, "bea");
  await begin(browser);
  for (const user of ["cat", undefined, "bea, cat", ""]) {
    browser.user = user;
    expect([user, (await browser.get("/v1/account")).status]).toEqual([user, 401]);
  }
  browser.user = "cat";
  await begin(browser);
  expect(await nameOf(browser)).toBe("cat");
  browser.user = undefined;
  const root = await member(server, "root"); // a session by password needs no header
  expect(await nameOf(root)).toBe("root");
});

test("no name, two names and other values log nobody in", async () => {
  for (const user of [undefined, "", " ", "a,b", "x".repeat(201)]) {
    const { status, text } = await begin(new ProxyVisitor(server, user));
    expect([status, text]).toEqual(NOBODY);
  }
  const utf8 = Buffer.from("Zoë").toString("latin1");
  const zoe = new ProxyVisitor(server, utf8);
  await begin(zoe);
  expect(await nameOf(zoe)).toBe("Zoe");
});

test("names of accounts are not compared: bea of the proxy is another account than bea, until she links it", async () => {
  const own = await member(server, "bea");
  const stranger = new ProxyVisitor(server, "bea");
  await begin(stranger);
  expect(await nameOf(stranger)).toBe("bea2");
  const linking = await member(server, "cat");
  const path = "/v1/authentication/single_sign_on/proxy";
  const taken = await linking.send("POST", path, { link: true }, { "remote-user": "bea" });
  expect([taken.status, taken.text]).toEqual([403, refusal("That login belongs to another account.")]);
  const linked = await own.send(
    "POST",
    path,
    { link: true, location: "/account" },
    { "remote-user": "bea-h" },
  );
  expect([linked.status, linked.text]).toEqual([200, '{"address":"/account"}']);
  const browser = new ProxyVisitor(server, "bea-h");
  await begin(browser);
  expect(await nameOf(browser)).toBe("bea");
});

test("another site cannot log a browser in, and a disabled account stays out", async () => {
  const bea = new ProxyVisitor(server, "bea");
  const path = "/v1/authentication/single_sign_on/proxy";
  const cross = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await bea.send("POST", path, {}, cross)).status).toBe(403);
  await begin(bea);
  const write = "/v1/account/delete";
  expect((await bea.send("POST", write, undefined, cross)).status).toBe(403);
  await server.sql`update accounts set disabled = true`;
  expect((await bea.get("/v1/account")).status).toBe(401);
  const { status, text } = await begin(bea);
  expect([status, text]).toEqual([403, refusal("This account is disabled.")]);
});

test("it is off by default, and needs a trusted proxy; passwords cannot be off without another login", async () => {
  const plain = await startServer(BEHIND_PROXY);
  await using _ = plain;
  const { status } = await begin(new ProxyVisitor(plain, "bea"));
  expect(status).toBe(404);
  expect(() => readConfig({ TRUSTED_USER_HEADER: "Remote-User" })).toThrow(
    /TRUSTED_USER_HEADER: .*TRUSTED_PROXIES/,
  );
  expect(() => readConfig({ PASSWORD_LOGIN: "0" })).toThrow(/PASSWORD_LOGIN: .*OIDC_PROVIDERS/);
  expect(() => readConfig({ TRUSTED_USER_HEADER: "a b", TRUSTED_PROXIES: "127.0.0.1" })).toThrow(/header/);
  const settings = { ...HEADER, TRUSTED_PROXIES: "127.0.0.1", PASSWORD_LOGIN: "0" };
  expect(readConfig(settings).PASSWORD_LOGIN).toBe(false);
});
