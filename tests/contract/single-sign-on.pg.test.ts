/** Login with a real provider: whole, cancelled, unknown people, roles, links, and a provider that is down. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { checkProviders } from "#backend/doctor/check-providers.ts";
import { checkAccess } from "#backend/doctor/checks.ts";
import { BEHIND_PROXY, member, PASSWORD, type Received, refusal, Visitor } from "#tests/support/accounts.ts";
import { addGroup } from "#tests/support/groups.ts";
import {
  CLIENT,
  callbackPath,
  ProviderVisitor,
  providerSetting,
  startProvider,
  type TestProvider,
} from "#tests/support/oidc.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const ROLES = { roles: { admins: "administrator", mods: "moderator" } };
const CONFIRMATION_NEEDED = refusal("Confirm your password first.");

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = await startArchive();
});

async function startArchive(more: object = {}, settings: Record<string, string> = {}): Promise<TestServer> {
  const started = await startServer({
    ...BEHIND_PROXY,
    OIDC_PROVIDERS: providerSetting(provider, more),
    ...settings,
  });
  provider.register(started.url);
  return started;
}

async function restart(more: object, settings: Record<string, string> = {}): Promise<void> {
  await server[Symbol.asyncDispose]();
  server = await startArchive(more, settings);
}

const begin = (visitor: Visitor, body: object = {}) =>
  visitor.post("/v1/authentication/single_sign_on/home", body);
const addressIn = ({ text }: Received) => (JSON.parse(text) as { address: string }).address;
/** Opens the redirect address. @returns the address it leads to */
async function comeBack(visitor: Visitor, { pathname, search }: URL): Promise<string> {
  const { status, headers } = await visitor.get(`${pathname}${search}`.replace(/^\/api/, ""));
  expect(status).toBe(302);
  return headers.get("location") ?? "";
}
/** Logs in as `name` at the provider. @returns the address that the archive leads to */
async function signOn(
  visitor: Visitor,
  name: string,
  body: object = {},
  there = new ProviderVisitor(),
): Promise<string> {
  return await comeBack(visitor, await there.logIn(addressIn(await begin(visitor, body)), name));
}
const accountOf = async (visitor: Visitor) =>
  (await visitor.json<{ props: { account: { id: number; username: string; role: string } } }>("/v1/account"))
    .props.account;
const accounts = async () =>
  (await server.sql<{ username: string }[]>`select username from accounts order by id`).map(
    ({ username }) => username,
  );
const DONE = "/authentication/single_sign_on?location=";

test("a login makes an account, and the next one finds it; the session is like any other", async () => {
  const bea = new Visitor(server);
  const sent = addressIn(await begin(bea, { location: "/posts?q=x#y" }));
  const { searchParams: asked } = new URL(sent);
  expect(asked.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"])
    expect(asked.get(name)?.length).toBeGreaterThan(40);
  expect(asked.get("redirect_uri")).toBe(server.url + callbackPath());
  const there = new ProviderVisitor();
  expect(await comeBack(bea, await there.logIn(sent, "bea"))).toBe(`${DONE}%2Fposts%3Fq%3Dx%23y`);
  const account = await accountOf(bea);
  expect(account).toMatchObject({ username: "bea", role: "consumer" });
  expect(await bea.json("/v1/account/single_sign_on")).toEqual({
    has_password: false,
    identities: [
      {
        id: expect.any(Number),
        provider: "home",
        label: "Home login",
        name: "bea",
        created_at: expect.any(String),
        used_at: expect.any(String),
      },
    ],
  });
  await bea.logOut();
  expect((await bea.get("/v1/account")).status).toBe(401);
  expect(await signOn(bea, "bea", {}, there)).toBe(`${DONE}%2F`);
  expect((await accountOf(bea)).id).toBe(account.id);
  expect(await server.sql`select 1 from account_identities`).toHaveLength(1);
});

test("cookies are for this browser only, and the one of the login ends after ten minutes", async () => {
  const visitor = new Visitor(server);
  const { headers } = await begin(visitor);
  const [flow = ""] = headers.getSetCookie();
  expect(flow).toMatch(/^login_flow=[\w-]{43}; path=\/; expires=.+; samesite=lax; httponly$/i);
  const again = await begin(visitor);
  expect(again.headers.getSetCookie()[0]?.split(";")[0]).toBe(flow.split(";")[0]);
  const stored = JSON.stringify(await server.sql`select * from login_flows`);
  expect(stored).not.toContain(flow.split(";")[0]?.split("=")[1]);
});

test("an account is never found by its name: the username is taken, so the new account gets another", async () => {
  await member(server, "bea");
  const stranger = new Visitor(server);
  await signOn(stranger, "bea");
  expect((await accountOf(stranger)).username).toBe("bea2");
  expect(await accounts()).toEqual(["bea", "bea2"]);
});

test("usernames are made of what the provider says", async () => {
  for (const [name, username] of [
    ["Zoë.Müller@example.org", "Zoe.Muller"],
    ["a name with more than fifteen letters", "anamewithmoreth"],
    ["美", "member"],
    ["<b>", "member2"],
  ] as const) {
    const visitor = new Visitor(server);
    await signOn(visitor, name);
    expect([name, (await accountOf(visitor)).username]).toEqual([name, username]);
  }
});

test("a person who goes back at the provider comes to the login page, which says so", async () => {
  const visitor = new Visitor(server);
  const back = await new ProviderVisitor().cancel(addressIn(await begin(visitor, { location: "/posts" })));
  expect(await comeBack(visitor, back)).toBe("/authentication/login?location=%2Fposts&problem=cancelled");
  expect(visitor.cookies.has("session")).toBe(false);
});

test("unknown people: an account for everyone, for the invited, or for nobody", async () => {
  const root = await member(server, "root", "administrator");
  const login = "/authentication/login?location=%2F&problem=";
  await restart({ registration: "closed" });
  const closed = new Visitor(server);
  expect(await signOn(closed, "ann")).toBe(`${login}closed`);
  expect(await accounts()).toEqual([]);
  await restart({ registration: "invite" });
  const administrator = await member(server, "root", "administrator");
  expect(root.id).toBe(1);
  const { text } = await administrator.post("/v1/account/administrator/invitations", { days: 1 });
  const { invitation } = JSON.parse(text) as { invitation: string };
  for (const wrong of [{}, { invitation: "x" }, { invitation: "" }])
    expect(await signOn(new Visitor(server), "ann", wrong)).toBe(`${login}invitation`);
  expect(await accounts()).toEqual(["root"]);
  const ann = new Visitor(server);
  expect(await signOn(ann, "ann", { invitation })).toBe(`${DONE}%2F`);
  expect(await signOn(new Visitor(server), "ben", { invitation })).toBe(`${login}invitation`);
  expect(await signOn(new Visitor(server), "ann")).toBe(`${DONE}%2F`);
  expect(await accounts()).toEqual(["root", "ann"]);
  expect(
    await server.sql`select 1 from invitations where used_by = ${(await accountOf(ann)).id}`,
  ).toHaveLength(1);
});

test("a disabled account stays out", async () => {
  const bea = new Visitor(server);
  await signOn(bea, "bea");
  await server.sql`update accounts set disabled = true`;
  expect((await bea.get("/v1/account")).status).toBe(401);
  expect(await signOn(new Visitor(server), "bea")).toBe(
    "/authentication/login?location=%2F&problem=disabled",
  );
});

test("groups set the role at each login, in the audit log, and the last administrator stays one", async () => {
  await restart(ROLES);
  provider.groups.set("bea", ["friends", "mods", "admins"]);
  const bea = new Visitor(server);
  await signOn(bea, "bea");
  expect((await accountOf(bea)).role).toBe("administrator");
  provider.groups.set("bea", ["friends"]);
  const again = new Visitor(server);
  await signOn(again, "bea");
  expect((await accountOf(again)).role).toBe("administrator");
  await member(server, "root", "administrator");
  const third = new Visitor(server);
  await signOn(third, "bea");
  expect((await accountOf(third)).role).toBe("consumer");
  expect((await again.get("/v1/account")).status).toBe(401); // a changed role ends the account's sessions
  provider.groups.set("bea", ["mods"]);
  await signOn(new Visitor(server), "bea");
  await signOn(third, "bea");
  const audit = await server.sql`select actor, subject, before, after, reason from audit_log order by id`;
  const { id } = await accountOf(third);
  const entry = { actor: id, subject: `account ${id}`, reason: "Single sign-on (home)" };
  expect(audit).toEqual([
    { ...entry, before: "consumer", after: "administrator" },
    { ...entry, before: "administrator", after: "consumer" },
    { ...entry, before: "consumer", after: "moderator" },
  ]);
});

describe("groups by claim", () => {
  const MAP = { groups: { kids: "Children", parents: null, friends: "guests" } };
  const NESTED = { group_claim: "realm_access.roles", role_claim: "realm_access.roles" };
  const signedOn = async (groups: string[]) => {
    provider.groups.set("bea", groups);
    const visitor = new Visitor(server);
    const end = await signOn(visitor, "bea");
    const [row] = await server.sql<{ name: string | null; role: string }[]>`
      select g.name, a.role from accounts a left join groups g on g.id = a.group_id
      where a.username = 'bea'`;
    return end.startsWith(DONE) ? row?.name : end;
  };

  test.each([
    ["a claim", {}],
    ["a claim in a claim", NESTED],
  ])("are set at each login by %s, the first that is listed", async (_, more) => {
    await restart({ ...MAP, ...more });
    for (const name of ["Children", "Guests"]) await addGroup(server, name);
    expect(await signedOn(["friends", "kids"])).toBe("Children");
    expect(await signedOn(["friends"])).toBe("Guests");
    expect(await signedOn(["others"])).toBe("Guests"); // nothing is listed for them: it stays
    expect(await signedOn(["parents", "friends"])).toBe(null);
    const kinds = await server.sql`select kind, reason from audit_log order by id`;
    expect(kinds).toEqual(
      Array.from({ length: 3 }, () => ({ kind: "account_group", reason: "Single sign-on (home)" })),
    );
  });

  test("have one for everyone else", async () => {
    await restart({ groups: { parents: null, "*": "Guests" } });
    await addGroup(server, "Guests");
    expect(await signedOn([])).toBe("Guests");
    expect(await signedOn(["parents"])).toBe(null);
    expect(await signedOn(["constructor"])).toBe("Guests");
  });

  test("that do not exist refuse consumers, and nobody else", async () => {
    await restart({ ...MAP, ...NESTED, roles: { mods: "moderator" } });
    expect(await signedOn(["kids"])).toBe("/authentication/login?location=%2F&problem=group");
    expect(await server.sql`select from accounts`).toHaveLength(0);
    expect(await signedOn(["kids", "mods"])).toBe(null);
    await addGroup(server, "children");
    expect(await signedOn(["kids", "mods"])).toBe("children");
    const config = { ...server.config, ACCESS: "members" as const };
    expect((await checkAccess(server.sql, config)).map(({ state, text }) => `${state} ${text}`)).toContain(
      "failure Login provider home: there is no group named guests",
    );
  });
});

test("without a list of roles, the role stays what it is", async () => {
  const bea = new Visitor(server);
  provider.groups.set("bea", ["admins", "administrator"]);
  await signOn(bea, "bea");
  await server.sql`update accounts set role = 'moderator'`;
  const again = new Visitor(server);
  await signOn(again, "bea");
  expect((await accountOf(again)).role).toBe("moderator");
});

test("an account links a provider after a recent login, logs in with it, and unlinks it", async () => {
  const bea = await member(server, "bea");
  await server.sql`update account_sessions set proven_at = now() - interval '11 minutes'`;
  const refused = await begin(bea, { link: true });
  expect([refused.status, refused.text]).toEqual([403, CONFIRMATION_NEEDED]);
  expect((await begin(new Visitor(server), { link: true })).status).toBe(401);
  await bea.post("/v1/account/confirm_password", { password: PASSWORD });
  const own = { location: "/account/single_sign_on", link: true };
  expect(await signOn(bea, "bea-at-home", own)).toBe("/account/single_sign_on");
  const visitor = new Visitor(server);
  await signOn(visitor, "bea-at-home");
  expect((await accountOf(visitor)).id).toBe(bea.id);
  const { identities, has_password } = await bea.json<{
    has_password: boolean;
    identities: { id: number; name: string }[];
  }>("/v1/account/single_sign_on");
  expect([has_password, identities.map(({ name }) => name)]).toEqual([true, ["bea-at-home"]]);
  const path = `/v1/account/single_sign_on/${identities[0]?.id}`;
  expect((await (await member(server, "cat")).send("DELETE", path)).status).toBe(404);
  await server.sql`update account_sessions set proven_at = now() - interval '11 minutes'`;
  expect((await bea.send("DELETE", path)).text).toBe(CONFIRMATION_NEEDED);
  await bea.post("/v1/account/confirm_password", { password: PASSWORD });
  expect((await bea.send("DELETE", path)).text).toBe("true");
  expect((await visitor.get("/v1/account")).status).toBe(401); // began with the identity
  expect((await bea.get("/v1/account")).status).toBe(200);
  await signOn(visitor, "bea-at-home");
  expect((await accountOf(visitor)).id).not.toBe(bea.id);
});

test("an identity of another account is not linked, and nobody else's login confirms", async () => {
  const ann = new Visitor(server);
  await signOn(ann, "ann");
  const bea = await member(server, "bea");
  const taken = "/account/single_sign_on?location=%2F&problem=taken";
  expect(await signOn(bea, "ann", { link: true })).toBe(taken);
  expect(await signOn(bea, "ann")).toBe(taken);
  expect(await signOn(bea, "stranger")).toBe("/account/single_sign_on?location=%2F&problem=unlinked");
  expect(await server.sql`select account from account_identities`).toEqual([
    { account: (await accountOf(ann)).id },
  ]);
});

test("the only way to log in stays: an identity before there is a password, and a passkey without one", async () => {
  const bea = new Visitor(server);
  await signOn(bea, "bea");
  const { id } = await accountOf(bea);
  const [identity] = await server.sql<{ id: number }[]>`select id from account_identities`;
  const unlink = () => bea.send("DELETE", `/v1/account/single_sign_on/${identity?.id}`);
  const refused = await unlink();
  expect([refused.status, refused.text]).toEqual([409, refusal("This is the account's only way to log in.")]);
  const change = {
    "current-password": "none",
    "new-password": PASSWORD,
    "new-password-confirmation": PASSWORD,
  };
  await server.sql`update account_sessions set proven_at = now() - interval '11 minutes'`;
  expect((await bea.post("/v1/account/change_password", change)).text).toBe(CONFIRMATION_NEEDED);
  expect((await bea.post("/v1/account/confirm_password", { password: "none" })).status).toBe(400);
  expect(await signOn(bea, "bea", { location: "/account" })).toBe("/account"); // confirms
  expect(
    (await bea.post("/v1/account/change_username", { username: "beatrix", password: "none" })).text,
  ).toBe("true");
  expect((await bea.post("/v1/account/change_password", change)).text).toBe("true");
  expect((await new Visitor(server).logIn("beatrix", PASSWORD)).status).toBe(200);
  await server.sql`insert into passkeys (id, account, public_key, counter, transports, name)
    values ('key', ${id}, '', 0, '{}', 'Key')`;
  await server.sql`update accounts set password = null`;
  expect((await unlink()).text).toBe("true");
  expect((await bea.send("DELETE", "/v1/account/passkeys/key")).status).toBe(409);
  await server.sql`update accounts set password = 'x'`;
  expect((await bea.send("DELETE", "/v1/account/passkeys/key")).status).toBe(200);
});

test("an account without a password has no login with one, whatever is sent", async () => {
  await signOn(new Visitor(server), "bea");
  for (const password of ["none", "null", "undefined", " "]) {
    const { status, text } = await new Visitor(server).logIn("bea", password);
    expect([status, text]).toEqual([400, refusal("Username or password is incorrect")]);
  }
});

test("a confirmation asks the provider for a new login", async () => {
  const bea = new Visitor(server);
  const there = new ProviderVisitor();
  await signOn(bea, "bea", {}, there);
  const asked = new URL(addressIn(await begin(bea))).searchParams;
  expect(asked.get("prompt")).toBe("login");
  expect((await bea.get("/v1/account/data")).status).toBe(200);
  await server.sql`update account_sessions set proven_at = now() - interval '11 minutes'`;
  expect((await bea.get("/v1/account/data")).status).toBe(403);
  await signOn(bea, "bea", {}, there);
  const data = JSON.parse((await bea.get("/v1/account/data")).text) as { identities: object[] };
  expect(data.identities).toMatchObject([{ subject: "bea", issuer: `${provider.issuer}/` }]);
});

test("a logout at the provider ends the sessions that began there, and no other; members' devices delete everything", async () => {
  await restart({}, { ACCESS: "members" });
  const there = new ProviderVisitor();
  const [bea, elsewhere] = [new Visitor(server), new Visitor(server)];
  await signOn(bea, "bea", {}, there);
  await signOn(elsewhere, "bea");
  const { id } = await accountOf(bea);
  await there.logOut(provider.issuer);
  const refused = await bea.get("/v1/account");
  expect([refused.status, refused.headers.has("clear-site-data")]).toEqual([401, true]);
  expect((await accountOf(elsewhere)).id).toBe(id); // another session at the provider
});

test("a deleted account leaves no identity", async () => {
  const bea = new Visitor(server);
  await signOn(bea, "bea");
  const first = (await accountOf(bea)).id;
  expect((await bea.post("/v1/account/delete")).text).toBe("true");
  expect(await server.sql`select 1 from account_identities`).toHaveLength(0);
  await signOn(bea, "bea");
  expect((await accountOf(bea)).id).not.toBe(first);
});

test("a provider that is down breaks only its own logins, and works again when it is back", async () => {
  provider.pause(true);
  try {
    await restart({});
    const { status, text, headers } = await begin(new Visitor(server));
    const message = "The login provider does not respond. Try again later.";
    expect([status, text, headers.get("retry-after")]).toEqual([503, refusal(message), "2"]);
    const bea = await member(server, "bea");
    expect((await bea.get("/v1/account")).status).toBe(200);
    expect(await bea.json("/v1/account/single_sign_on/logout")).toEqual({ logout: null });
  } finally {
    provider.pause(false);
  }
  const ann = new Visitor(server);
  const there = await new ProviderVisitor().logIn(addressIn(await begin(ann)), "ann");
  provider.pause(true);
  expect(await comeBack(ann, there)).toBe("/authentication/login?location=%2F&problem=unreachable");
  provider.pause(false);
  expect(await signOn(ann, "ann")).toBe(`${DONE}%2F`);
  expect(await ann.json("/v1/account/single_sign_on/logout")).toEqual({
    logout: { label: "Home login", address: `${provider.issuer}/session/end?client_id=roost` },
  });
});

test("the secret may come from a file; roost doctor says which provider does not answer, and why", async () => {
  const folder = await mkdtemp(join(tmpdir(), "roost-test-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  const file = join(folder, "secret");
  await writeFile(file, `${CLIENT.client_secret}\n`);
  const inFile = { client_secret: undefined, client_secret_file: file };
  await restart(inFile);
  expect(await signOn(new Visitor(server), "bea")).toBe(`${DONE}%2F`);
  const found = async (more: object, SITE_ORIGIN = server.url) =>
    (await checkProviders(readConfig({ OIDC_PROVIDERS: providerSetting(provider, more), SITE_ORIGIN }))).map(
      ({ state, text }) => `${state} ${text}`,
    );
  expect(await found(inFile)).toEqual(["ok Login provider home: responds"]);
  expect(await found({}, "")).toEqual([
    "ok Login provider home: responds",
    "warning Login providers: SITE_ORIGIN is unset",
  ]);
  const [missing] = await found({ ...inFile, client_secret_file: "/nowhere/secret" });
  expect(missing).toContain("failure Login provider home: ENOENT");
  const [other] = await found({ issuer: `${provider.issuer}/realms/x` });
  expect(other).toMatch(/^failure Login provider home: unexpected HTTP response status code/);
  provider.pause(true);
  const [down] = await found({});
  provider.pause(false);
  expect(down).toMatch(/^failure Login provider home: fetch failed/);
});

test("with PASSWORD_LOGIN=0 no password is accepted anywhere, and the provider's login works", async () => {
  const bea = await member(server, "bea");
  const cookies = new Map(bea.cookies);
  const other = await startServer(
    { ...BEHIND_PROXY, OIDC_PROVIDERS: providerSetting(provider), PASSWORD_LOGIN: "0" },
    { database: { url: server.config.DATABASE_URL ?? "", sql: server.sql } },
  );
  await using _ = other;
  provider.register(other.url);
  const off = [403, refusal("Accounts have no passwords here. Log in with a provider.")];
  const visitor = new Visitor(other);
  const answers = [
    await visitor.logIn("bea", PASSWORD),
    await visitor.register("ann", PASSWORD),
    await visitor.post("/v1/authentication/setup", {
      token: "x",
      username: "ann",
      password: PASSWORD,
      confirm_password: PASSWORD,
    }),
    await visitor.post("/v1/authentication/recover", {
      code: "x",
      username: "bea",
      password: PASSWORD,
      confirm_password: PASSWORD,
    }),
  ];
  const form = await other.get("/account/login", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `username=bea&password=${encodeURIComponent(PASSWORD)}`,
  });
  const inside = new Visitor(other);
  for (const [name, value] of cookies) inside.cookies.set(name, value);
  answers.push(
    await inside.post("/v1/account/confirm_password", { password: PASSWORD }),
    await inside.post("/v1/account/change_password", {
      "current-password": PASSWORD,
      "new-password": PASSWORD,
      "new-password-confirmation": PASSWORD,
    }),
  );
  for (const { status, text } of answers) expect([status, text]).toEqual(off);
  expect([form.status, await form.text()]).toEqual(off);
  expect(await signOn(visitor, "ann")).toBe(`${DONE}%2F`);
});
