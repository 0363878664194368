/** Registering, logging in and out, and sessions. */
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
});
afterAll(() => server[Symbol.asyncDispose]());

const NOT_LOGGED_IN = refusal("You must be registered to access this page.");
const WRONG = refusal("Username or password is incorrect");
const sessions = async (username: string) =>
  await server.sql`select s.* from account_sessions s join accounts a on a.id = s.account
    where a.username = ${username} order by s.created_at`;

describe("registering", () => {
  test("answers true, stores an Argon2id hash and logs nobody in", async () => {
    const visitor = new Visitor(server);
    const answer = await visitor.register("First_1", PASSWORD, { favorites_json: "" });
    expect([answer.status, answer.text, answer.headers.getSetCookie()]).toEqual([200, "true", []]);
    const [row] = await server.sql`select password, role from accounts where username = 'First_1'`;
    expect(row?.["password"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.["role"]).toBe("consumer");
    expect((await visitor.get("/v1/account")).status).toBe(401);
  });

  test("a name is taken whatever its case", async () => {
    const answer = await new Visitor(server).register("fIRST_1", PASSWORD);
    expect([answer.status, answer.text]).toEqual([409, refusal("Username is already taken.")]);
  });

  test("of twenty that want one name at once, one gets it", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => new Visitor(server).register("wanted", PASSWORD)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test.each([
    [{ username: "ab" }, "Username must be at least 3 characters and no more than 15 characters long."],
    [{ password: "1234", confirm_password: "1234" }, "Password must have at least 5 characters."],
    [{ confirm_password: "other" }, "Passwords don't match."],
    [{ role: "administrator" }, "Expected a username and a password."],
    [{ id: 1 }, "Expected a username and a password."],
    [{ favorites_json: "{}" }, "The list of favorites is not valid."],
  ])("with %j is a 400", async (fields, message) => {
    const answer = await new Visitor(server).register("refused", PASSWORD, fields);
    expect([answer.status, answer.text]).toEqual([400, refusal(message)]);
  });

  test("brings favorites along, in their order; those the archive does not have are left out", async () => {
    const { sql } = server;
    for (const id of ["11", "12"]) await buildCreator(sql, { id, name: id });
    await buildCreator(sql, { id: "13", name: "hidden", hidden: true });
    const wanted = ["12", "none", "11", "13", "12"].map((artist_id) => ({ service: "patreon", artist_id }));
    const { status } = await new Visitor(server).register("collector", PASSWORD, {
      favorites_json: JSON.stringify(wanted),
    });
    expect(status).toBe(200);
    const rows = await sql`select f.id from favorite_creators f join accounts a on a.id = f.account
      where a.username = 'collector' order by faved_seq`;
    expect(rows.map((row) => row["id"])).toEqual(["12", "11"]);
    const deltas = await sql`select id, delta from favorite_deltas order by id`;
    expect(deltas.map((row) => [row["id"], row["delta"]])).toEqual([
      ["11", 1],
      ["12", 1],
    ]);
  });

  test("is open, by invitation or closed, as it is set while the archive runs", async () => {
    const { sql } = server;
    const ask = () => new Visitor(server).json("/v1/authentication/registration");
    expect(await ask()).toEqual({ registration: "open", set_up: false });
    await sql`update site_settings set registration = 'closed'`;
    expect(await ask()).toMatchObject({ registration: "closed" });
    const closed = await new Visitor(server).register("late", PASSWORD, { invitation: "x" });
    expect([closed.status, closed.text]).toEqual([403, refusal("Registration is closed.")]);
    await sql`update site_settings set registration = 'invite'`;
    for (const more of [{}, { invitation: "guessed" }]) {
      const refused = await new Visitor(server).register("late", PASSWORD, more);
      expect([refused.status, refused.text]).toEqual([
        403,
        refusal("A valid invitation is needed to register."),
      ]);
    }
    await sql`update site_settings set registration = 'open'`;
  });
});

describe("logging in", () => {
  beforeAll(async () => {
    await new Visitor(server).register("Bea", PASSWORD);
  });

  test("gives the account and a session in a cookie that scripts do not get", async () => {
    const visitor = new Visitor(server);
    const answer = await visitor.logIn("bea", PASSWORD);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      id: expect.any(Number),
      username: "Bea",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/),
      role: "consumer",
    });
    const [session, device] = answer.headers.getSetCookie();
    expect(session).toMatch(
      /^session=[\w-]{22}\.[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/i,
    );
    expect(device).toMatch(/^device=.*httponly$/i);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const account = await visitor.get("/v1/account");
    expect(account.text).toBe(
      JSON.stringify({
        props: {
          currentPage: "account",
          title: "Your account page",
          account: JSON.parse(answer.text),
          notifications_count: 0,
        },
      }),
    );
  });

  test("a space around the name is no part of it", async () => {
    await new Visitor(server).register(" spaced ", PASSWORD);
    expect(await server.sql`select from accounts where username = 'spaced'`).toHaveLength(1);
    expect((await new Visitor(server).logIn("spaced ", PASSWORD)).status).toBe(200);
  });

  test("a form outside /api does the same and leads on within this site", async () => {
    const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      server.get("/account/login", {
        method: "POST",
        redirect: "manual",
        headers: { "x-forwarded-for": new Visitor(server).address, ...headers },
        body: new URLSearchParams({ username: "Bea", password: PASSWORD, ...fields }),
      });
    const answer = await post({ location: "/account/favorites?type=post" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/account/favorites?type=post"]);
    const session = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await server.get("/api/v1/account", { headers: { cookie: session } })).status).toBe(200);
    expect((await post({})).headers.get("location")).toBe("/");
    expect((await post({ location: "//elsewhere.example/x" })).headers.get("location")).toBe("/");
    const wrong = await post({ password: "wrong" });
    expect([wrong.status, await wrong.text(), wrong.headers.getSetCookie()]).toEqual([400, WRONG, []]);
    expect((await post({}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const json = { method: "POST", body: JSON.stringify({ username: "Bea", password: PASSWORD }) };
    expect((await server.get("/account/login", json)).status).toBe(400);
  });

  test("behind https the cookies are Secure", async () => {
    await using secure = await startServer({ ...BEHIND_PROXY, SITE_ORIGIN: "https://archive.example" });
    const visitor = await member(secure, "secure");
    await visitor.logOut();
    const { headers } = await visitor.logIn("secure", PASSWORD);
    expect(headers.getSetCookie().map((line) => /; secure/i.test(line))).toEqual([true, true]);
  });

  test.each([
    ["Bea", "wrong password"],
    ["nobody", PASSWORD],
    ["no such name, and far too long to be one", PASSWORD],
    ["\ud800", PASSWORD],
    ["bea' or '1'='1", PASSWORD],
  ])("%j with %j is the same 400", async (username, password) => {
    const answer = await new Visitor(server).logIn(username, password);
    expect([answer.status, answer.text, answer.headers.getSetCookie()]).toEqual([400, WRONG, []]);
  });

  test.each([
    [undefined, "Expected a username and a password."],
    [{ username: "" }, "Username is required."],
    [{ username: "bea" }, "Password is required."],
    [{ username: ["bea"], password: { $ne: 1 } }, "Username is required."],
    [{ username: "bea", password: PASSWORD, session: "mine" }, "Expected a username and a password."],
  ])("%j is a 400", async (body, message) => {
    const answer = await new Visitor(server).post("/v1/authentication/login", body);
    expect([answer.status, answer.text]).toEqual([400, refusal(message)]);
  });

  test("again is a 409, but not with a session that has ended", async () => {
    const visitor = new Visitor(server);
    await visitor.logIn("Bea", PASSWORD);
    const before = visitor.cookies.get("session") ?? "";
    const again = await visitor.logIn("Bea", PASSWORD);
    expect([again.status, again.text]).toEqual([409, refusal("Already logged in")]);
    await visitor.logOut();
    visitor.cookies.set("session", before);
    expect((await visitor.logIn("Bea", PASSWORD)).status).toBe(200);
    expect(visitor.cookies.get("session")).not.toBe(before);
    await server.sql`update account_sessions set expires_at = now() - interval '1 second'`;
    expect((await visitor.logIn("Bea", PASSWORD)).status).toBe(200);
  });

  test("a disabled account is refused, once its password was right, and its sessions end at once", async () => {
    const visitor = await member(server, "disabled");
    await server.sql`update accounts set disabled = true where username = 'disabled'`;
    expect((await visitor.get("/v1/account")).text).toBe(NOT_LOGGED_IN);
    const right = await new Visitor(server).logIn("disabled", PASSWORD);
    expect([right.status, right.text]).toEqual([403, refusal("This account is disabled.")]);
    expect((await new Visitor(server).logIn("disabled", "wrong")).text).toBe(WRONG);
  });
});

describe("a session", () => {
  test("is stored as a hash, and what is stored does not log in", async () => {
    const visitor = await member(server, "stored");
    const [row] = await sessions("stored");
    const token = visitor.cookies.get("session") ?? "";
    expect(token.startsWith(`${row?.["id"]}.`)).toBe(true);
    const stored = Buffer.from((row?.["secret_hash"] ?? "") as Buffer).toString("base64url");
    expect(token).not.toContain(stored);
    const thief = new Visitor(server);
    thief.cookies.set("session", `${row?.["id"]}.${stored}`);
    expect((await thief.get("/v1/account")).status).toBe(401);
  });

  test.each(["", "x", "a.b", `${"a".repeat(22)}.${"b".repeat(43)}`, "%00", "../../etc", `"quoted"`])(
    "%j is none",
    async (value) => {
      const visitor = new Visitor(server);
      visitor.cookies.set("session", value);
      expect((await visitor.get("/v1/account")).text).toBe(NOT_LOGGED_IN);
    },
  );

  test("chosen by another before the login is not taken over", async () => {
    const visitor = new Visitor(server);
    const fixed = `${"A".repeat(22)}.${"B".repeat(43)}`;
    visitor.cookies.set("session", fixed);
    await visitor.register("fixed", PASSWORD);
    await visitor.logIn("fixed", PASSWORD);
    expect(visitor.cookies.get("session")).not.toBe(fixed);
    const attacker = new Visitor(server);
    attacker.cookies.set("session", fixed);
    expect((await attacker.get("/v1/account")).status).toBe(401);
  });

  test("is of no use after logging out, and logging out without one is no error", async () => {
    const visitor = await member(server, "leaving");
    const kept = visitor.cookies.get("session") ?? "";
    const out = await visitor.logOut();
    expect([out.status, out.text, visitor.cookies.has("session")]).toEqual([200, "true", false]);
    visitor.cookies.set("session", kept);
    for (let at = 0; at < 20; at++) expect((await visitor.get("/v1/account")).status).toBe(401);
    expect((await new Visitor(server).logOut()).text).toBe("true");
    expect(await sessions("leaving")).toHaveLength(0);
  });

  test("lasts 30 days, and 30 more when it is used past half of them", async () => {
    const { sql } = server;
    const visitor = await member(server, "lasting");
    const left = async () => {
      const [row] = await sql<
        { days: number }[]
      >`select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from account_sessions s join accounts a on a.id = s.account where a.username = 'lasting'`;
      return row?.days;
    };
    const pass = (
      days: number,
    ) => sql`update account_sessions set expires_at = expires_at - ${days} * interval '1 day',
      seen_at = seen_at - ${days} * interval '1 day' where id = ${visitor.cookies.get("session")?.slice(0, 22) ?? ""}`;
    expect(await left()).toBe(30);
    await pass(14);
    expect((await visitor.get("/v1/account")).status).toBe(200);
    expect(await left()).toBe(16);
    await pass(2);
    expect((await visitor.get("/v1/account")).status).toBe(200);
    expect(await left()).toBe(30);
    await pass(31);
    expect((await visitor.get("/v1/account")).status).toBe(401);
  });

  test("ends after 180 days, however much it is used", async () => {
    const visitor = await member(server, "tireless");
    const age = (days: number) => server.sql`
      update account_sessions set created_at = now() - ${days} * interval '1 day',
        expires_at = now() + interval '1 day', seen_at = now() - interval '1 day' where account = ${visitor.id}`;
    const daysLeft = async () => {
      const [row] = await server.sql<{ days: number }[]>`
        select round(extract(epoch from expires_at - now()) / 86400)::int as days from account_sessions where account = ${visitor.id}`;
      return row?.days;
    };
    await age(100);
    await visitor.get("/v1/account");
    expect(await daysLeft()).toBe(30);
    await age(170);
    await visitor.get("/v1/account");
    expect(await daysLeft()).toBe(10);
  });

  test("is written at most once an hour, and never by public reads", async () => {
    const visitor = await member(server, "reader");
    const version = async () => (await sessions("reader"))[0]?.["seen_at"] as Date;
    const fresh = await version();
    await visitor.get("/v1/account");
    expect(await version()).toEqual(fresh);
    await server.sql`update account_sessions set seen_at = seen_at - interval '61 minutes'`;
    const old = await version();
    await visitor.get("/v1/creators");
    await visitor.get("/v1/posts");
    expect(await version()).toEqual(old);
    await visitor.get("/v1/account");
    expect((await version()).getTime()).toBeGreaterThan(fresh.getTime());
  });

  test("there are at most 100 of an account: the one unused for longest ends", async () => {
    const visitor = await member(server, "everywhere");
    const oldest = visitor.cookies.get("session")?.slice(0, 22) ?? "";
    await server.sql`update account_sessions set seen_at = seen_at - interval '2 days' where id = ${oldest}`;
    await server.sql`insert into account_sessions (id, secret_hash, account, agent, address)
      select 'filler' || n, '', ${visitor.id}, '', '' from generate_series(1, 99) n`;
    expect((await new Visitor(server).logIn("everywhere", PASSWORD)).status).toBe(200);
    const left = await sessions("everywhere");
    expect(left).toHaveLength(100);
    expect(left.map((row) => row["id"])).not.toContain(oldest);
  });
});

test("logins, new accounts and the work of administrators are one line of the log each", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await using logged = await startServer(BEHIND_PROXY, { log });
  const admin = await member(logged, "root", "administrator");
  const visitor = new Visitor(logged);
  await visitor.register("Newly", PASSWORD);
  await visitor.logIn("newly", "no such password");
  lines.length = 0;
  await visitor.register("another", PASSWORD);
  await visitor.logIn("another", "no such password");
  const [{ id }] = await logged.sql<[{ id: number }]>`select id from accounts where username = 'another'`;
  await admin.send("PATCH", `/v1/account/administrator/account/${id}`, { role: "moderator" });
  await admin.post("/v1/account/administrator/takedowns", { service: "patreon", user: "1", reason: "asked" });
  expect(lines.map(({ msg, path, account, reason }) => [msg, path, account, reason])).toEqual([
    ["authentication", "/api/v1/authentication/register", undefined, undefined],
    [
      "authentication refused",
      "/api/v1/authentication/login",
      undefined,
      "Username or password is incorrect",
    ],
    ["administration", `/api/v1/account/administrator/account/${id}`, admin.id, undefined],
    ["administration", "/api/v1/account/administrator/takedowns", admin.id, undefined],
  ]);
  expect(JSON.stringify(lines)).not.toContain("no such password");
});

test.each(["password", "QWERTY", "123456789"])("the common password %s is refused", async (password) => {
  const answer = await new Visitor(server).register("uncommon", password);
  expect([answer.status, answer.text]).toEqual([
    400,
    refusal("This password is one of the most common. Choose another."),
  ]);
});
