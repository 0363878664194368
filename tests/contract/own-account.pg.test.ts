/** Password, name, sessions, recovery codes, data and deletion of one's own account. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  await buildCreator(server.sql);
  await buildPost(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

const isIn = async (visitor: Visitor) => (await visitor.get("/v1/account")).status === 200;
/** Logs the same account in from another browser. */
async function elsewhere(username: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(server);
  expect((await visitor.logIn(username, password)).status).toBe(200);
  return visitor;
}
const wait = (visitor: Visitor, minutes: number) =>
  server.sql`update account_sessions set proven_at = now() - ${minutes} * interval '1 minute'
    where id = ${visitor.cookies.get("session")?.slice(0, 22) ?? ""}`;

describe("changing the password", () => {
  const change = (visitor: Visitor, current: string, next: string, confirmation = next) =>
    visitor.post("/v1/account/change_password", {
      "current-password": current,
      "new-password": next,
      "new-password-confirmation": confirmation,
    });

  test("ends all other sessions and the old cookie of this one; only the new password logs in", async () => {
    const owner = await member(server, "changing");
    const other = await elsewhere("changing");
    const old = new Visitor(server);
    old.cookies.set("session", owner.cookies.get("session") ?? "");
    const { status, text } = await change(owner, PASSWORD, "battery staple");
    expect([status, text]).toEqual([200, "true"]);
    expect([await isIn(owner), await isIn(other), await isIn(old)]).toEqual([true, false, false]);
    expect((await new Visitor(server).logIn("changing", PASSWORD)).status).toBe(400);
    await elsewhere("changing", "battery staple");
  });

  test("needs the current one, and a new one twice", async () => {
    const owner = await member(server, "unchanged");
    const refused = async (...words: [string, string, string?]) => {
      const { status, text } = await change(owner, ...words);
      return [status, JSON.parse(text).error];
    };
    expect(await refused("wrong", "12345")).toEqual([400, "Password is incorrect."]);
    expect(await refused("", "12345")).toEqual([400, "Password cannot be empty."]);
    expect(await refused(PASSWORD, "1234")).toEqual([400, "New password must have at least 5 characters."]);
    expect(await refused(PASSWORD, "12345", "12346")).toEqual([
      400,
      "New password and confirmation do not match.",
    ]);
    for (let at = 0; at < 6; at++) await change(owner, "guess", "12345");
    const limited = await change(owner, "guess", "12345");
    expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
    await elsewhere("unchanged");
  });
});

describe("changing the name", () => {
  const change = (visitor: Visitor, username: string, password = PASSWORD) =>
    visitor.post("/v1/account/change_username", { username, password });

  test("ends other sessions, and the account no longer has to", async () => {
    const owner = await member(server, "oldname");
    await server.sql`update accounts set is_duplicate = true where username = 'oldname'`;
    const other = new Visitor(server);
    expect(JSON.parse((await other.logIn("oldname", PASSWORD)).text)).toMatchObject({ is_duplicate: true });
    expect((await owner.get("/v1/account")).text).toContain('"is_duplicate":true');
    const { status, text } = await change(owner, "NewName");
    expect([status, text]).toEqual([200, "true"]);
    expect([await isIn(owner), await isIn(other)]).toEqual([true, false]);
    expect((await owner.get("/v1/account")).text).not.toContain("is_duplicate");
    expect((await new Visitor(server).logIn("oldname", PASSWORD)).status).toBe(400);
    await elsewhere("newname");
    expect((await change(owner, "newname")).status).toBe(200);
  });

  test("is refused with a wrong password, and for the name of another", async () => {
    const owner = await member(server, "renaming");
    await member(server, "TakenName");
    const wrong = await change(owner, "free", "wrong");
    expect([wrong.status, wrong.text]).toEqual([400, refusal("Password is incorrect.")]);
    const taken = await change(owner, "takenname");
    expect([taken.status, taken.text]).toEqual([409, refusal("Username is already taken.")]);
    const bad = await change(owner, "a b");
    expect(bad.text).toContain("Username doesn't match pattern");
  });
});

describe("sessions", () => {
  interface Session {
    id: string;
    current: boolean;
    agent: string;
    address: string;
  }
  const list = (visitor: Visitor) => visitor.json<Session[]>("/v1/account/sessions");

  test("are listed, and each can be ended by its owner only", async () => {
    const owner = await member(server, "listing");
    const other = new Visitor(server);
    await other.send(
      "POST",
      "/v1/authentication/login",
      { username: "listing", password: PASSWORD },
      {
        "user-agent": `Browser ${"x".repeat(1_000)}`,
      },
    );
    const all = await list(owner);
    expect(all.map(({ current, address }) => [current, address]).sort()).toEqual(
      [
        [true, owner.address],
        [false, other.address],
      ].sort(),
    );
    const theirs = all.find(({ current }) => !current);
    expect(theirs?.agent).toBe(`Browser ${"x".repeat(292)}`);
    const stranger = await member(server, "stranger");
    const path = `/v1/account/sessions/${theirs?.id}`;
    expect((await stranger.send("DELETE", path)).status).toBe(404);
    expect(await isIn(other)).toBe(true);
    expect((await owner.send("DELETE", path)).text).toBe("true");
    expect([await isIn(other), await isIn(owner)]).toEqual([false, true]);
    expect((await owner.send("DELETE", path)).status).toBe(404);
  });

  test("all others end at once", async () => {
    const owner = await member(server, "alone");
    const otherSessions = [await elsewhere("alone"), await elsewhere("alone")];
    expect((await owner.send("DELETE", "/v1/account/sessions")).text).toBe("true");
    expect(await Promise.all([owner, ...otherSessions].map(isIn))).toEqual([true, false, false]);
  });
});

describe("actions that need the password again", () => {
  const CONFIRM = [403, refusal("Confirm your password first.")];

  test("is refused after ten minutes until it is given", async () => {
    const owner = await member(server, "confirming");
    await wait(owner, 11);
    for (const [method, path] of [
      ["POST", "/v1/account/recovery_codes"],
      ["GET", "/v1/account/data"],
      ["POST", "/v1/account/delete"],
    ] as const) {
      const { status, text } = await owner.send(method, path);
      expect([status, text]).toEqual(CONFIRM);
    }
    const confirm = (password: string) => owner.post("/v1/account/confirm_password", { password });
    expect((await confirm("wrong")).text).toBe(refusal("Password is incorrect."));
    expect((await owner.get("/v1/account/data")).status).toBe(403);
    expect((await confirm(PASSWORD)).text).toBe("true");
    expect((await owner.get("/v1/account/data")).status).toBe(200);
    await wait(owner, 9);
    expect((await owner.get("/v1/account/data")).status).toBe(200);
  });

  test("data are all there is but secrets", async () => {
    const owner = await member(server, "exporting");
    await owner.post("/v1/favorites/creator/patreon/1");
    await owner.post("/v1/favorites/post/patreon/1/1");
    const { text } = await owner.get("/v1/account/data");
    expect(JSON.parse(text)).toMatchObject({
      account: { id: owner.id, username: "exporting" },
      favorite_creators: [{ service: "patreon", id: "1" }],
      favorite_posts: [{ service: "patreon", user: "1", id: "1" }],
      flags: [],
      notifications: [],
      sessions: [{ current: true, address: owner.address }],
    });
    expect(text).not.toMatch(/argon2|secret|hash/);
  });
});

describe("recovery codes", () => {
  const make = async (visitor: Visitor) =>
    JSON.parse((await visitor.post("/v1/account/recovery_codes")).text) as string[];
  const recover = (code: string, username: string, password = "new password") =>
    new Visitor(server).post("/v1/authentication/recover", {
      code,
      username,
      password,
      confirm_password: password,
    });

  test("are ten, stored as hashes, and each sets a password once, which ends all sessions", async () => {
    const owner = await member(server, "Forgetful");
    expect(await owner.json("/v1/account/recovery_codes")).toEqual({ left: 0 });
    const codes = await make(owner);
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
    const [stored] = await server.sql`select string_agg(r::text, ' ') as text from recovery_codes r`;
    for (const code of codes) expect(stored?.["text"]).not.toContain(code.replaceAll("-", ""));
    const [code = ""] = codes;
    const typed = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o")} `;
    const { status, text } = await recover(typed, "forgetful");
    expect([status, text]).toEqual([200, "true"]);
    expect(await isIn(owner)).toBe(false);
    const again = await recover(code, "forgetful");
    expect([again.status, again.text]).toEqual([400, refusal("That recovery code is not valid.")]);
    const back = await elsewhere("forgetful", "new password");
    expect(await back.json("/v1/account/recovery_codes")).toEqual({ left: 9 });
  });

  test("of another account, of nobody, or replaced ones are not valid; spent by two at once it works once", async () => {
    const owner = await member(server, "careful");
    await member(server, "attacker");
    const [old = ""] = await make(owner);
    const [code = ""] = await make(owner);
    for (const [tried, name] of [
      [old, "careful"],
      [code, "attacker"],
      [code, "nobody"],
      ["", "careful"],
    ] as const)
      expect((await recover(tried, name)).text).toBe(refusal("That recovery code is not valid."));
    expect(await isIn(owner)).toBe(true);
    const both = await Promise.all([recover(code, "careful"), recover(code, "careful")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("deleting the account", () => {
  /** Every table whose rows contain the text. */
  async function tablesWith(text: string): Promise<string[]> {
    const { sql } = server;
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await sql`select 1 from ${sql(name)} t where position(${text} in t::text) > 0 limit 1`;
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  }

  test("leaves nothing of it in any table, and its favorites are counted no more", async () => {
    const { sql } = server;
    const owner = await member(server, "Vanishing");
    await owner.send("POST", "/v1/authentication/logout");
    const agent = { "user-agent": "vanishing agent" };
    const login = { username: "vanishing", password: PASSWORD };
    await owner.send("POST", "/v1/authentication/login", login, agent);
    await sql`truncate favorite_deltas`;
    await owner.send("POST", "/v1/favorites/creator/patreon/1", undefined, {
      "idempotency-key": "vanishing-key-000",
    });
    await owner.post("/v1/favorites/post/patreon/1/1");
    await owner.post("/v1/account/recovery_codes");
    await sql`insert into notifications (account, type, extra_info) values (${owner.id}, 1, '{"x":"vanishing note"}')`;
    const session = owner.cookies.get("session")?.slice(0, 22) ?? "";
    const traces = ["Vanishing", "vanishing", owner.address, session];
    expect(await tablesWith("vanishing")).toEqual(["account_sessions", "idempotency_keys", "notifications"]);
    expect(await tablesWith("Vanishing")).toEqual(["accounts"]);
    const { status, text } = await owner.post("/v1/account/delete");
    expect([status, text, owner.cookies.size]).toEqual([200, "true", 0]);
    for (const trace of traces) expect(await tablesWith(trace), trace).toEqual([]);
    const owned = [
      "account_sessions",
      "recovery_codes",
      "favorite_creators",
      "favorite_posts",
      "notifications",
    ];
    for (const table of owned)
      expect(await sql`select 1 from ${sql(table)} where account = ${owner.id}`, table).toHaveLength(0);
    const deltas = await sql`select entity, sum(delta)::int as n from favorite_deltas group by 1 order by 1`;
    expect(deltas.map((row) => [row["entity"], row["n"]])).toEqual([
      ["creator", 0],
      ["post", 0],
    ]);
    expect((await new Visitor(server).logIn("vanishing", PASSWORD)).status).toBe(400);
    expect((await new Visitor(server).register("vanishing", PASSWORD)).status).toBe(200);
  });

  test("the last administrator stays, also when two leave at once", async () => {
    const both = [
      await member(server, "admin1", "administrator"),
      await member(server, "admin2", "administrator"),
    ];
    const answers = await Promise.all(both.map((one) => one.post("/v1/account/delete")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      refusal("The last administrator has to stay one."),
    );
    await server.sql`delete from accounts where role = 'administrator'`;
  });
});
