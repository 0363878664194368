/** Access tokens: creating, using and revoking them. Which route takes which scope is in callers.pg.test.ts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccessToken } from "#shared/entities/account.ts";
import { BEHIND_PROXY, member, refusal, type Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

const V1 = "/v1/account/tokens";
const INVALID = refusal("This access token is not valid.");

let server: TestServer;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  await importSmallSample(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const wanted = (more: object = {}) => ({ name: "Reader", scopes: ["read", "favorites"], days: 30, ...more });

async function create(owner: Visitor, more: object = {}): Promise<string> {
  const { status, text } = await owner.post(V1, wanted(more));
  expect([status, text]).toEqual([201, expect.stringContaining("token")]);
  return (JSON.parse(text) as { token: string }).token;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (token: string, name = "") => ({
  authorization: `Basic ${Buffer.from(`${name}:${token}`).toString("base64")}`,
});

async function send(path: string, headers: Record<string, string>, method = "GET", to = server) {
  const response = await to.get(path, { method, headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test("a token is shown once, stored as a hash, and listed without the secret", async () => {
  const owner = await member(server, "lister");
  const token = await create(owner);
  expect(token).toMatch(/^roost_[\w-]{43}$/);
  await create(owner, { name: "  Script ", scopes: ["upload", "import", "upload"], days: null });
  const rows = await server.sql`select 1 from access_tokens t where t::text like ${`%${token.slice(6)}%`}`;
  expect(rows).toHaveLength(0);
  const { text } = await owner.get(V1);
  expect(text).not.toContain(token.slice(6));
  const [script, reader] = JSON.parse(text) as AccessToken[];
  expect(script).toMatchObject({ name: "Script", scopes: ["import", "upload"], expires_at: null });
  expect(reader).toMatchObject({ name: "Reader", scopes: ["read", "favorites"], used_at: null });
  expect(Date.parse(`${reader!.expires_at}Z`) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  expect((await owner.json<{ access_tokens: unknown }>("/v1/account/data")).access_tokens).toEqual([
    script,
    reader,
  ]);
});

test.each([
  [{ name: " " }, "A name is required."],
  [{ scopes: [] }, "At least one scope is required."],
  [{ scopes: ["everything"] }, "Unknown scope."],
  [{ days: 8 }, "Expected days to be 7, 30, 90, 365 or null."],
  [{ days: undefined }, "Expected days to be 7, 30, 90, 365 or null."],
])("a token with %o is refused", async (more, message) => {
  const owner = await member(server, "strict");
  expect((await owner.post(V1, wanted(more))).text).toBe(refusal(message));
});

test("creating one needs the password, and for administration the role", async () => {
  const owner = await member(server, "proving");
  const { status, text } = await owner.post(V1, wanted({ scopes: ["administration"] }));
  expect([status, text]).toEqual([
    403,
    refusal("Only moderators and administrators can create tokens for administration."),
  ]);
  await server.sql`update account_sessions set proven_at = now() - interval '11 minutes' where account = ${owner.id}`;
  expect((await owner.post(V1, wanted())).text).toBe(refusal("Confirm your password first."));
  expect(await owner.json(V1)).toEqual([]);
});

test("an account has at most 50 tokens; long expired ones do not count", async () => {
  const owner = await member(server, "collector");
  await server.sql`
    insert into access_tokens (account, token_hash, name, scopes, expires_at)
    select ${owner.id}::integer, sha256(n::text::bytea), '', '{read}', now() - n * interval '1 hour' from generate_series(1, 50) n`;
  expect((await owner.post(V1, wanted())).text).toBe(
    refusal("An account can have at most 50 access tokens."),
  );
  await server.sql`update access_tokens set expires_at = now() - interval '31 days' where account = ${owner.id} and name = ''`;
  await create(owner);
  expect(await owner.json<unknown[]>(V1)).toHaveLength(1);
});

test("a revoked one is refused from the next request on; only its account can revoke it", async () => {
  const owner = await member(server, "revoker");
  const other = await member(server, "other");
  await server.sql`truncate audit_log`;
  const token = await create(owner);
  expect((await send("/api/v1/account/favorites", bearer(token))).status).toBe(200);
  const [{ id } = { id: 0 }] = await owner.json<AccessToken[]>(V1);
  expect((await other.send("DELETE", `${V1}/${id}`)).status).toBe(404);
  expect((await owner.send("DELETE", `${V1}/${id}`)).text).toBe("true");
  const { status, text, headers } = await send("/api/v1/account/favorites", bearer(token));
  expect([status, text]).toEqual([401, INVALID]);
  expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  expect((await owner.send("DELETE", `${V1}/${id}`)).status).toBe(404);
  expect(await server.sql`select kind, actor, subject, after from audit_log order by id`).toEqual([
    {
      kind: "access_token",
      actor: owner.id,
      subject: `access token ${id}`,
      after: "read, favorites; 30 days",
    },
    { kind: "access_token_revoked", actor: owner.id, subject: `access token ${id}`, after: null },
  ]);
});

test("a new password by recovery code revokes the tokens", async () => {
  const owner = await member(server, "recoverer");
  const token = await create(owner);
  const [code] = JSON.parse((await owner.post("/v1/account/recovery_codes")).text) as string[];
  const body = { username: "recoverer", code, password: "another one", confirm_password: "another one" };
  expect((await owner.post("/v1/authentication/recover", body)).status).toBe(200);
  expect((await send("/api/v1/posts", bearer(token))).status).toBe(401);
});

test("it has the present rights of its account, and none while that is disabled", async () => {
  const owner = await member(server, "changing", "administrator");
  const headers = bearer(await create(owner, { scopes: ["administration"] }));
  const status = async (path: string) => (await send(path, headers)).status;
  const audit = "/api/v1/account/administrator/audit";
  const flags = "/api/v1/account/moderator/flags";
  expect([await status(audit), await status(flags)]).toEqual([200, 200]);
  await server.sql`update accounts set role = 'moderator' where id = ${owner.id}`;
  expect([await status(audit), await status(flags)]).toEqual([404, 200]);
  await server.sql`update accounts set role = 'consumer' where id = ${owner.id}`;
  expect([await status(audit), await status(flags)]).toEqual([404, 404]);
  await server.sql`update accounts set disabled = true where id = ${owner.id}`;
  expect([await status(audit), await status("/api/v1/posts")]).toEqual([401, 401]);
});

test("its last use is stored to the minute, at most once a minute", async () => {
  const owner = await member(server, "counting");
  const token = await create(owner);
  const [{ id } = { id: 0 }] = await owner.json<AccessToken[]>(V1);
  const version = async () =>
    (await server.sql`select xmin::text, used_at from access_tokens where id = ${id}`)[0]!;
  await send("/api/v1/posts", bearer(token));
  const first = await version();
  expect((first["used_at"] as Date).getTime() % 60_000).toBe(0);
  await server.sql`update access_tokens set used_at = now() where id = ${id}`;
  const second = await version();
  for (let at = 0; at < 3; at++) await send("/api/v1/posts", bearer(token));
  expect(await version()).toEqual(second);
  await server.sql`update access_tokens set used_at = now() - interval '61 seconds' where id = ${id}`;
  const third = await version();
  await send("/api/v1/posts", bearer(token));
  expect(await version()).not.toEqual(third);
});

test("a change by a token is its account's", async () => {
  const owner = await member(server, "favoriting");
  const token = await create(owner);
  const [post] = await server.sql`select service, "user", id from posts order by 1, 3 limit 1`;
  const path = `/api/v1/favorites/post/${post!["service"]}/${post!["user"]}/${post!["id"]}`;
  expect((await send(path, basic(token, "whoever"), "POST")).status).toBe(200);
  expect(await owner.json<unknown[]>("/v1/account/favorites?type=post")).toHaveLength(1);
});

test("other sites can do nothing with credentials that browsers add by themselves", async () => {
  const owner = await member(server, "crossed");
  const token = await create(owner);
  const path = "/api/v1/favorites/creator/patreon/1";
  const status = async (headers: Record<string, string>) =>
    (await send(path, { ...headers, "sec-fetch-site": "cross-site" }, "DELETE")).status;
  expect(await status({ cookie: `session=${owner.cookies.get("session")}` })).toBe(403);
  expect(await status(basic(token))).toBe(403);
  expect(await status(bearer(token))).toBe(200);
  expect((await send(path, basic(token), "DELETE")).status).toBe(200);
});

test("a token may send 1,200 requests a minute, and leaves its account's limits alone", async () => {
  const owner = await member(server, "hurrying");
  const [token, other] = [await create(owner), await create(owner)];
  const path = "/v1/account/confirm_password";
  for (let at = 0; at < 12; at++) expect((await send(`/api${path}`, bearer(token), "POST")).status).toBe(403);
  expect((await owner.post(path, { password: "wrong" })).status).toBe(400);
  const ask = () => fetch(`${server.url}/api/v1/app_version`, { method: "GET", headers: bearer(token) });
  for (let sent = 12; sent < 1_200; sent += 54) {
    const answers = await Promise.all(Array.from({ length: 54 }, ask));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  }
  const { status, headers } = await send("/api/v1/app_version", bearer(token));
  expect([status, Number(headers.get("retry-after"))]).toEqual([429, expect.toSatisfy((wait) => wait > 0)]);
  expect((await send("/api/v1/app_version", bearer(other))).status).toBe(200);
  expect((await owner.get("/v1/account")).status).toBe(200);
});

test("answers of an open archive are the same with a token, and refused with a wrong one", async () => {
  const owner = await member(server, "reading");
  const token = await create(owner);
  const [picture] =
    await server.sql`select hash, ext from files where ext in ('.png', '.jpg', '.webp') limit 1`;
  const hash = String(picture!["hash"]);
  const file = `/data/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${picture!["ext"]}`;
  for (const path of ["/api/v1/posts", file, `/thumbnail${file}`]) {
    const anonymous = await send(path, {});
    expect([path, await send(path, bearer(token))]).toMatchObject([
      path,
      { text: anonymous.text, status: 200 },
    ]);
    expect((await send(path, bearer(`${token.slice(0, -1)}!`))).text).toBe(INVALID);
    expect((await send(path, bearer(`roost_${"a".repeat(43)}`))).status).toBe(401);
  }
  const upload = await create(owner, { scopes: ["upload"] });
  const { status, headers } = await send(file, bearer(upload));
  expect([status, headers.get("www-authenticate")]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="read"',
  ]);
});

test("an archive for members gives files to tokens, and asks feed readers for one", async () => {
  await using closed = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
  await importSmallSample(closed);
  const owner = await member(closed, "member");
  const token = await create(owner);
  const [creator] = await closed.sql`select service, "user" from posts order by 1, 2 limit 1`;
  await owner.post(`/v1/favorites/creator/${creator!["service"]}/${creator!["user"]}`);
  const [picture] =
    await closed.sql`select hash, ext from files where ext in ('.png', '.jpg', '.webp') limit 1`;
  const hash = String(picture!["hash"]);
  const file = `/data/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${picture!["ext"]}`;
  const part = await closed.get(file, { headers: { ...bearer(token), range: "bytes=0-9" } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  expect(part.headers.get("vary")?.toLowerCase()).toContain("authorization");
  const feeds = [
    "/api/v1/posts/feed?format=rss",
    "/api/v1/dms/feed?format=atom",
    `/api/v1/${creator!["service"]}/user/${creator!["user"]}/feed`,
    "/api/v1/account/favorites/new/feed?format=rss",
  ];
  for (const path of feeds) {
    const refused = await send(path, {}, "GET", closed);
    expect([path, refused.status, refused.headers.get("www-authenticate")]).toEqual([
      path,
      401,
      'Basic realm="Use an access token as the password", charset="UTF-8"',
    ]);
    const wrong = await send(path, basic("12345", "member"), "GET", closed);
    expect([wrong.text, wrong.headers.get("www-authenticate")]).toEqual([
      INVALID,
      expect.stringContaining("Basic "),
    ]);
    expect([path, (await send(path, basic(token, "member"), "GET", closed)).status]).toEqual([path, 200]);
  }
  const own = await send(feeds[3]!, basic(token), "GET", closed);
  expect(own.text).toContain("<title>Favorites");
  // A browser would open its own dialog.
  for (const path of ["/api/v1/posts", "/api/v1/account", file])
    expect((await send(path, {}, "GET", closed)).headers.get("www-authenticate")).toBe(null);
});
