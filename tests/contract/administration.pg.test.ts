/** Accounts of others, registration and the audit log, for administrators. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONG_RUN as OF_SAMPLE } from "#backend/sample/long-run.ts";
import { sampleRemovalTask } from "#backend/sample/removal-task.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { addGroup, memberOf } from "#tests/support/groups.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let admin: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  admin = await member(server, "Root", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

const V1 = "/v1/account/administrator";
const V2 = "/v2/account/administrator";
const isIn = async (visitor: Visitor) => (await visitor.get("/v1/account")).status === 200;
interface Entry {
  actor: string | null;
  kind: string;
  subject: string;
  before: string | null;
  after: string | null;
}
const log = async () => {
  const { entries } = await admin.json<{ entries: Entry[] }>(`${V1}/audit`);
  return entries.map(({ actor, kind, subject, before, after }) => [actor, kind, subject, before, after]);
};

describe("the list", () => {
  let lists: TestServer;
  let root: Visitor;
  beforeAll(async () => {
    lists = await startServer(BEHIND_PROXY);
    root = await member(lists, "Root", "administrator");
    await lists.sql`insert into accounts (username, password, role, created_at)
      select 'user' || n, '', case when n % 10 = 0 then 'moderator' else 'consumer' end, timestamptz '2020-01-01' + (n / 2) * interval '1 day'
      from generate_series(10, 69) n`;
  });
  afterAll(() => lists[Symbol.asyncDispose]());
  const names = (accounts: { username: string }[]) => accounts.map(({ username }) => username);

  test("is newest first, then by name, 25 a page, with a count", async () => {
    interface Page {
      count: number;
      accounts: { username: string }[];
    }
    const first = await root.json<Page>(`${V1}/accounts`);
    expect([first.count, first.accounts.length]).toEqual([61, 25]);
    expect(names(first.accounts).slice(0, 4)).toEqual(["Root", "user68", "user69", "user66"]);
    expect(Object.keys(first.accounts[0] ?? {})).toEqual(["id", "username", "created_at", "role"]);
    const last = await root.json<Page>(`${V1}/accounts?page=3`);
    expect(names(last.accounts)).toHaveLength(11);
    expect(await root.json(`${V2}/accounts`)).toEqual({ type: "count", data: 61 });
    const { data } = await root.json<{ data: { username: string }[] }>(`${V2}/accounts/3`);
    expect(names(data)).toEqual(names(last.accounts));
    expect(Object.keys(data[0] ?? {})).toEqual([
      "id",
      "username",
      "created_at",
      "role",
      "is_duplicate",
      "disabled",
      "group",
    ]);
    expect((await root.json<{ data: [] }>(`${V2}/accounts/4`)).data).toEqual([]);
  });

  test.each([
    ["name=SER1", 10],
    ["name=%25", 0],
    ["name=&role=", 61],
    ["role=moderator", 6],
    ["role=moderator&name=user2", 1],
    ["role=administrator", 1],
  ])("with %s has %i", async (query, count) => {
    expect(await root.json(`${V2}/accounts?${query}`)).toEqual({ type: "count", data: count });
    expect(await root.json(`${V1}/accounts?${query}`)).toMatchObject({ count });
  });

  test.each([
    [`${V1}/accounts?role=king`, "Invalid account role."],
    [`${V1}/accounts?page=`, "Page number is required."],
    [`${V1}/accounts?page=0`, "Page number must be positive."],
    [`${V1}/account/0`, "Account ID must be positive."],
  ])("%s is a 400", async (path, message) => {
    const { status, text } = await root.get(path);
    expect([status, text]).toEqual([400, refusal(message)]);
  });

  test.each([`${V1}/account/999999`, `${V1}/account/999999999999999`])("%s is a 404", async (path) => {
    const { status, text } = await root.get(path);
    expect([status, text]).toEqual([404, refusal("Not Found")]);
  });
});

describe("changing an account", () => {
  beforeEach(() => server.sql`truncate audit_log`);

  test("a role ends its sessions, notifies it, and is in the audit log", async () => {
    const subject = await member(server, "promoted");
    const { status, text } = await admin.send("PATCH", `${V1}/account/${subject.id}`, { role: "moderator" });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        id: subject.id,
        username: "promoted",
        created_at: expect.any(String),
        role: "moderator",
        is_duplicate: false,
        group: null,
        disabled: false,
      },
    ]);
    expect(await isIn(subject)).toBe(false);
    await subject.logIn("promoted", PASSWORD);
    const { props } = await subject.json<{ props: { notifications: object[] } }>("/v1/account/notifications");
    expect(props.notifications).toMatchObject([
      { type: 1, extra_info: { old_role: "consumer", new_role: "moderator" }, isSeen: false },
    ]);
    expect(await log()).toEqual([["Root", "role", `account ${subject.id}`, "consumer", "moderator"]]);
    const again = await admin.send("PATCH", `${V2}/account/${subject.id}`, {
      type: "account",
      data: { role: "moderator" },
    });
    expect([again.status, JSON.parse(again.text)]).toMatchObject([
      200,
      { type: "account", data: { role: "moderator" } },
    ]);
    expect([await isIn(subject), (await log()).length]).toEqual([true, 1]);
  });

  test("disabling and asking for another name", async () => {
    const subject = await member(server, "trouble");
    const path = `${V1}/account/${subject.id}`;
    await admin.send("PATCH", path, { role: "consumer", is_duplicate: true });
    expect((await subject.get("/v1/account")).text).toContain('"is_duplicate":true');
    await admin.send("PATCH", path, { role: "consumer", disabled: true });
    expect(await isIn(subject)).toBe(false);
    expect((await subject.logIn("trouble", PASSWORD)).status).toBe(403);
    await admin.send("PATCH", path, { role: "consumer", disabled: false });
    expect((await subject.logIn("trouble", PASSWORD)).status).toBe(200);
    expect((await log()).map(([, kind, , before, after]) => [kind, before, after])).toEqual([
      ["disabled", "true", "false"],
      ["disabled", "false", "true"],
      ["is_duplicate", "false", "true"],
    ]);
  });

  test.each([
    [{}, 400, "Role is required."],
    [{ role: "king" }, 400, "Invalid account role."],
    [{ role: "administrator" }, 400, "Invalid account role."],
    [{ role: "moderator", id: 1 }, 400, "Expected a role."],
    [{ role: "moderator", password: "x" }, 400, "Expected a role."],
    [{ role: "consumer" }, 409, "The last administrator has to stay one."],
  ])("%j for oneself is a %i", async (body, status, message) => {
    const answer = await admin.send("PATCH", `${V1}/account/${admin.id}`, body);
    expect([answer.status, answer.text]).toEqual([status, refusal(message)]);
    expect(await log()).toEqual([]);
  });

  test("of two administrators that lower each other at once, one stays", async () => {
    const other = await member(server, "second", "administrator");
    const lower = (by: Visitor, id: number) => by.send("PATCH", `${V1}/account/${id}`, { role: "consumer" });
    const answers = await Promise.all([lower(admin, other.id), lower(other, admin.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await server.sql`select id from accounts where role = 'administrator'`;
    expect(left).toHaveLength(1);
    await server.sql`update accounts set role = case when id = ${admin.id} then 'administrator' else 'consumer' end
      where id in (${admin.id}, ${other.id})`;
    await admin.logOut();
    await admin.logIn("Root", PASSWORD);
  });

  test("needs the password again after ten minutes, as does registration", async () => {
    const subject = await member(server, "waiting");
    await server.sql`update account_sessions set proven_at = now() - interval '11 minutes' where account = ${admin.id}`;
    const refused = [
      await admin.send("PATCH", `${V1}/account/${subject.id}`, { role: "moderator" }),
      await admin.post(`${V1}/accounts`, { moderator: [subject.id] }),
      await admin.send("PATCH", `${V1}/registration`, { registration: "closed" }),
      await admin.send("PATCH", `${V1}/access`, { access: "members" }),
    ];
    for (const { status, text } of refused)
      expect([status, text]).toEqual([403, refusal("Confirm your password first.")]);
    expect(await isIn(subject)).toBe(true);
    await admin.post("/v1/account/confirm_password", { password: PASSWORD });
  });

  test("several at once, as old clients do", async () => {
    const [one, two] = [await member(server, "bulk1"), await member(server, "bulk2", "moderator")];
    const body = { moderator: [one.id, 999_999], consumer: [two.id] };
    const { status, text } = await admin.post(`${V1}/accounts`, body);
    expect([status, text]).toEqual([200, "true"]);
    const rows = await server.sql`select role from accounts where id in (${one.id}, ${two.id}) order by id`;
    expect(rows.map((row) => row["role"])).toEqual(["moderator", "consumer"]);
    expect((await log()).length).toBe(2);
    expect((await admin.post(`${V1}/accounts`, { consumer: [one.id, admin.id] })).status).toBe(409);
    expect((await admin.get(`${V1}/account/${one.id}`)).text).toContain('"role":"moderator"');
  });
});

const sameDatabase = () => ({ url: String(server.config.DATABASE_URL), sql: server.sql });

describe("access", () => {
  beforeEach(() => server.sql`truncate audit_log`);

  test("is chosen, is in the log, and holds for servers that start then", async () => {
    expect((await admin.get(`${V1}/access`)).text).toBe('{"access":"open","fixed":false}');
    expect((await admin.send("PATCH", `${V1}/access`, { access: "some" })).status).toBe(400);
    expect((await admin.send("PATCH", `${V1}/access`, { access: "members" })).text).toBe("true");
    expect((await log()).map(([actor, kind, , before, after]) => [actor, kind, before, after])).toEqual([
      ["Root", "access", "open", "members"],
    ]);
    expect((await server.get("/api/v1/posts")).status).toBe(200); // this one goes on: main.ts ends it
    await using next = await startServer({}, { database: sameDatabase() });
    expect((await next.get("/api/v1/posts")).status).toBe(401);
    await expect(
      startServer({ DATA_SERVERS: "https://files.example=1" }, { database: sameDatabase() }),
    ).rejects.toThrow("DATA_SERVERS: they send files without asking for an account");
    await server.sql`update site_settings set access = 'open'`;
  });

  test("cannot be chosen where the operator has set it, nor for members with file servers", async () => {
    for (const [settings, problem] of [
      [{ ACCESS: "open" }, "The operator has set who may see the archive."],
      [
        { DATA_SERVERS: "https://files.example=1" },
        "File servers send files to everyone: an archive with them cannot be for members.",
      ],
    ] as const) {
      await using other = await startServer({ ...BEHIND_PROXY, ...settings }, { database: sameDatabase() });
      const root = new Visitor(other);
      await root.logIn("Root", PASSWORD);
      const { status, text } = await root.send("PATCH", `${V1}/access`, { access: "members" });
      expect([status, text]).toEqual([409, refusal(problem)]);
    }
    expect(await log()).toEqual([]);
  });
});

const invitation = async (days = 7) =>
  (JSON.parse((await admin.post(`${V1}/invitations`, { days })).text) as { invitation: string }).invitation;
interface Listed {
  id: number;
  state: string;
  used_by: string | null;
}
const listed = () => admin.json<Listed[]>(`${V1}/invitations`);

describe("registration", () => {
  beforeEach(() => server.sql`truncate audit_log`);

  test("is closed, or open to those with an invitation, which works once and for its days", async () => {
    const set = async (registration: string) =>
      (await admin.send("PATCH", `${V1}/registration`, { registration })).text;
    expect(await set("closed")).toBe("true");
    expect((await new Visitor(server).register("toolate", PASSWORD)).status).toBe(403);
    await set("invite");
    const code = await invitation();
    const stored = await server.sql`select 1 from invitations i where position(${code} in i::text) > 0`;
    expect(stored).toHaveLength(0);
    const guests = await Promise.all(
      ["guest1", "guest2"].map((name) => new Visitor(server).register(name, PASSWORD, { invitation: code })),
    );
    expect(guests.map(({ status }) => status).sort()).toEqual([200, 403]);
    const old = await invitation();
    await server.sql`update invitations set expires_at = expires_at - interval '7 days 1 second'`;
    expect((await new Visitor(server).register("guest3", PASSWORD, { invitation: old })).status).toBe(403);
    const kept = await invitation();
    const taken = await new Visitor(server).register("root", PASSWORD, { invitation: kept });
    expect(taken.status).toBe(409);
    expect((await new Visitor(server).register("guest4", PASSWORD, { invitation: kept })).status).toBe(200);
    await set("open");
    expect((await new Visitor(server).register("anyone", PASSWORD)).status).toBe(200);
    expect((await log()).map(([actor, kind, , before, after]) => [actor, kind, before, after])).toEqual([
      ["Root", "registration", "invite", "open"],
      ["Root", "invitation", null, "7 days"],
      ["Root", "invitation", null, "7 days"],
      ["Root", "invitation", null, "7 days"],
      ["Root", "registration", "closed", "invite"],
      ["Root", "registration", "open", "closed"],
    ]);
  });
});

describe("invitations", () => {
  beforeAll(() => server.sql`update site_settings set registration = 'invite'`);
  afterAll(() => server.sql`update site_settings set registration = 'open'`);
  beforeEach(() => server.sql`truncate audit_log, invitations`);

  describe("of members", () => {
    const OWN = "/v1/account/invitations";
    const allow = (allowed: boolean) => admin.send("PATCH", `${V1}/invitations`, { members_invite: allowed });
    const inviteBy = async (one: Visitor) =>
      (JSON.parse((await one.post(OWN, { days: 7 })).text) as { invitation: string }).invitation;
    const join = async (name: string, invitation: string) =>
      (await new Visitor(server).register(name, PASSWORD, { invitation })).status;
    afterAll(() => server.sql`update site_settings set members_invite = false`);

    test("need the administrators' permission, also when they are used", async () => {
      const mina = await member(server, "mina");
      const { status, text } = await mina.post(OWN, { days: 7 });
      expect([status, text]).toEqual([403, refusal("Only administrators may invite.")]);
      expect(await mina.json(OWN)).toEqual({ allowed: false, invitations: [] });
      expect((await allow(true)).status).toBe(200);
      expect((await mina.send("PATCH", `${V1}/invitations`, { members_invite: true })).status).toBe(404);
      const [first, second, third] = [await inviteBy(mina), await inviteBy(mina), await inviteBy(mina)];
      expect(await join("friend1", first)).toBe(200);
      expect(await mina.json(OWN)).toMatchObject({
        allowed: true,
        invitations: [{ state: "open" }, { state: "open" }, { state: "used", used_by: "friend1" }],
      });
      expect((await allow(false)).status).toBe(200);
      expect(await join("friend2", second)).toBe(403);
      await allow(true);
      expect(await join("friend2", second)).toBe(200);
      await server.sql`update accounts set disabled = true where id = ${mina.id}`;
      expect(await join("friend3", third)).toBe(403);
      expect((await log()).map(([actor, kind, , before, after]) => [actor, kind, before, after])).toEqual([
        ["Root", "registration", "false", "true"],
        ["Root", "registration", "true", "false"],
        ["mina", "invitation", null, "7 days"],
        ["mina", "invitation", null, "7 days"],
        ["mina", "invitation", null, "7 days"],
        ["Root", "registration", "false", "true"],
      ]);
    });

    test("are five at most while they are open; each account revokes its own", async () => {
      await allow(true);
      const [nora, otto] = [await member(server, "nora"), await member(server, "otto")];
      const made = await Promise.all(Array.from({ length: 8 }, () => nora.post(OWN, { days: 1 })));
      expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409]);
      const { invitations } = await nora.json<{ invitations: Listed[] }>(OWN);
      const path = `${OWN}/${invitations[0]!.id}`;
      expect((await otto.send("DELETE", path)).status).toBe(404);
      expect((await nora.send("DELETE", path)).status).toBe(200);
      expect((await nora.post(OWN, { days: 1 })).status).toBe(200);
      expect((await nora.post(OWN, { days: 1 })).status).toBe(409);
      expect((await otto.json<{ invitations: Listed[] }>(OWN)).invitations).toEqual([]);
    });

    test("lead into the group of the inviting account", async () => {
      await allow(true);
      const { sql } = server;
      const group = await addGroup(server, "children");
      const child = await memberOf(server, group, "child");
      expect(await join("friend4", await inviteBy(child))).toBe(200);
      await sql`update accounts set role = 'moderator' where id = ${child.id}`;
      expect(await join("friend5", await inviteBy(child))).toBe(200);
      expect(
        await sql`select username, group_id from accounts where username in ('friend4', 'friend5') order by 1`,
      ).toEqual([
        { username: "friend4", group_id: group },
        { username: "friend5", group_id: null },
      ]);
      await sql`delete from invitations`;
    });
  });

  test("are listed with their state, and by whom they were used", async () => {
    const [old, used] = [await invitation(1), await invitation(30)];
    await invitation();
    await server.sql`update invitations set expires_at = now() - interval '1 minute' where id = (select min(id) from invitations)`;
    expect((await new Visitor(server).register("invited", PASSWORD, { invitation: used })).status).toBe(200);
    expect((await new Visitor(server).register("late", PASSWORD, { invitation: old })).status).toBe(403);
    expect((await listed()).map(({ state, used_by }) => [state, used_by])).toEqual([
      ["open", null],
      ["used", "invited"],
      ["expired", null],
    ]);
    const text = (await admin.get(`${V1}/invitations`)).text;
    expect(text).not.toContain(used);
    await server.sql`update invitations set used_at = now() - interval '31 days', expires_at = now() - interval '31 days'`;
    expect(await listed()).toEqual([]);
    await invitation();
    expect(await server.sql`select from invitations`).toHaveLength(1);
    for (const body of [undefined, {}, { days: 2 }, { days: "7" }])
      expect((await admin.post(`${V1}/invitations`, body)).status).toBe(400);
  });

  test("work no more once they are revoked, which the audit log has", async () => {
    const code = await invitation();
    const [{ id }] = (await listed()) as [Listed];
    const revoke = () => admin.send("DELETE", `${V1}/invitations/${id}`);
    expect((await revoke()).text).toBe("true");
    expect((await revoke()).status).toBe(404);
    expect((await new Visitor(server).register("revoked", PASSWORD, { invitation: code })).status).toBe(403);
    expect((await log()).map(([actor, kind, subject]) => [actor, kind, subject])).toEqual([
      ["Root", "invitation_revoked", `invitation ${id}`],
      ["Root", "invitation", `invitation ${id}`],
    ]);
    const used = await invitation();
    await new Visitor(server).register("invited2", PASSWORD, { invitation: used });
    const [{ id: spent }] = (await listed()) as [Listed];
    expect((await admin.send("DELETE", `${V1}/invitations/${spent}`)).status).toBe(404);
  });

  test("a registration and its revocation at once: one of them wins", async () => {
    for (let at = 0; at < 5; at++) {
      const code = await invitation();
      const [{ id }] = (await listed()) as [Listed];
      const [registered, revoked] = await Promise.all([
        new Visitor(server).register(`racer${at}`, PASSWORD, { invitation: code }),
        admin.send("DELETE", `${V1}/invitations/${id}`),
      ]);
      expect([
        [200, 404],
        [403, 200],
      ]).toContainEqual([registered.status, revoked.status]);
    }
  });

  test("cannot be guessed without end: twenty attempts an hour per address", async () => {
    const visitor = new Visitor(server);
    const statuses: number[] = [];
    for (let at = 0; at < 21; at++)
      statuses.push((await visitor.register(`guess${at}`, PASSWORD, { invitation: `guess${at}` })).status);
    expect(statuses.slice(0, 20).every((status) => status === 403)).toBe(true);
    expect(statuses[20]).toBe(429);
  });
});

describe("the audit log", () => {
  beforeEach(() => server.sql`truncate audit_log`);

  test("has takedowns, and no name of an account that was deleted", async () => {
    await takeDown(server.sql, { service: "patreon", user: "1", post: null }, "asked for");
    const second = await member(server, "leaver", "administrator");
    const subject = await member(server, "subject");
    await second.send("PATCH", `${V1}/account/${subject.id}`, { role: "moderator" });
    await second.post("/v1/account/delete");
    expect(await log()).toEqual([
      [null, "role", `account ${subject.id}`, "consumer", "moderator"],
      [null, "takedown", "patreon/1", null, null],
    ]);
    const { entries } = await admin.json<{ entries: object[] }>(`${V1}/audit`);
    expect(entries.at(-1)).toMatchObject({ kind: "takedown", reason: "asked for" });
    expect((await admin.get(`${V1}/audit?o=50`)).status).toBe(400);
  });
});

test("files that are missing or damaged are listed with the state of the check", async () => {
  const empty = await admin.json<{ count: number }>(`${V1}/files`);
  expect(empty).toEqual({
    ...{ count: 0, files: [] },
    scrub: { days: 30, checked: 0, total: 0, finished_at: null, repairs: false },
  });
  const hash = "ab".repeat(32);
  await server.sql`
    insert into files (hash, ext, mime, size, mtime, ctime, added) values (${hash}, '.png', 'image/png', 5, now(), now(), now())`;
  await server.sql`insert into damaged_files values (${hash}, 'missing', '2026-01-02 03:04:05')`;
  await server.sql`update scrubs set checked = 1, finished_at = '2026-01-03'`;
  expect(await admin.json(`${V1}/files`)).toEqual({
    count: 1,
    files: [{ path: `/ab/ab/${hash}.png`, fault: "missing", size: 5, found_at: "2026-01-02T03:04:05" }],
    scrub: { days: 30, checked: 1, total: 1, finished_at: "2026-01-03T00:00:00", repairs: false },
  });
  await server.sql`delete from files`;
});

test("the sample is removed once, in the background, also where a process stopped in the middle", async () => {
  const state = async () => (await admin.json<{ sample: string | null }>("/v1/archive")).sample;
  const remove = () => admin.send("DELETE", `${V1}/sample`);
  const { sql } = server;
  expect([await state(), (await remove()).status]).toEqual([null, 409]);
  await sql`update site_settings set sample = 'loaded'`;
  const { service, id } = OF_SAMPLE;
  await buildCreator(sql, { service, id });
  await buildCreator(sql, { id: "own" });
  await expect.poll(state).toBe("loaded");
  expect((await remove()).status).toBe(200);
  await expect.poll(state).toBe("removing");
  expect((await remove()).status).toBe(409);
  expect((await log())[0]).toEqual(["Root", "sample", "sample", null, null]);

  await sampleRemovalTask(sql, server.storage).run();
  await expect.poll(state).toBe("removed");
  const creators = await sql`select id from creators where id in (${id}, 'own')`;
  expect(creators.map((row) => row["id"])).toEqual(["own"]);
  expect((await remove()).status).toBe(409);
});
