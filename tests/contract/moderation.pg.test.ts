/** Flags, hiding and showing, for moderators. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FlagDetails, ModerationAction, QueuedFlag } from "#shared/entities/moderation.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildComment, buildCreator, buildPost } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";
import { buildShare } from "#tests/support/talk-factories.ts";

let server: TestServer;
let nobody: Visitor;
let owner: Visitor & { id: number };
let mod: Visitor & { id: number };
let other: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  nobody = new Visitor(server);
  owner = await member(server, "owner");
  mod = await member(server, "Moe", "moderator");
  other = await member(server, "Max", "moderator");
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

const M = "/v1/account/moderator";
const at = (post: string) => `/v1/patreon/user/1/post/${post}`;
const MEANWHILE = "Another moderator changed this meanwhile. Look at it again.";
const NOT_UNDOABLE = "This cannot be undone, or it was undone already.";

async function flagged(post: string, reason = "missing-files"): Promise<QueuedFlag> {
  expect((await owner.post(`${at(post)}/flag`, { reason })).status).toBe(201);
  await allNotified(server);
  const { flags } = await mod.json<{ flags: QueuedFlag[] }>(`${M}/flags`);
  const found = flags.find((flag) => flag.post === post);
  if (found === undefined) throw new Error(`No flag of ${post} in the queue.`);
  return found;
}
const decide = (by: Visitor, id: number, version: number, action: string, reason?: string) =>
  by.post(`${M}/flags/${id}`, { version, action, ...(reason === undefined ? {} : { reason }) });
const log = async (subject: string) =>
  (
    await server.sql`select kind, a.username as actor, reason from audit_log l left join accounts a on a.id = l.actor
      where subject = ${subject} order by l.id`
  ).map(({ kind, actor, reason }) => [kind, actor, reason]);

describe("the queue", () => {
  test("has the flag with the post as it was when flagged, who flagged it, and how often", async () => {
    await buildPost(server.sql, { id: "q", title: "As flagged" });
    const flag = await flagged("q");
    expect(flag).toMatchObject({
      ...{
        service: "patreon",
        user: "1",
        post: "q",
        title: "As flagged",
        reason: "missing-files",
        by: "owner",
      },
      ...{ count: 1, state: "open", version: 1, hidden: false },
    });
    expect(await mod.json("/v1/account/tasks")).toMatchObject({ moderation: { flags: 1 } });
    await server.sql`update posts set title = 'Changed since' where id = 'q'`;
    const details = await mod.json<FlagDetails>(`${M}/flags/${flag.id}`);
    expect([details.title, details.content?.title]).toEqual(["Changed since", "As flagged"]);
    expect(details.history).toEqual([]);
  });

  test("a resolved flag leaves the queue, notifies its author, and the post can be flagged again", async () => {
    await buildPost(server.sql, { id: "r" });
    const flag = await flagged("r");
    const { status, text } = await decide(mod, flag.id, flag.version, "resolve", "It is complete.");
    expect([status, JSON.parse(text)]).toMatchObject([200, { state: "resolved", version: 2 }]);
    expect(await log(`flag ${flag.id}`)).toEqual([["flag_resolved", "Moe", "It is complete."]]);
    expect((await owner.get("/v1/account/notifications")).text).toContain('"post":"r"');
    await allNotified(server);
    expect((await nobody.get(`${at("r")}/flag`)).status).toBe(404);
    expect((await nobody.get(at("r"))).text).toContain('"flagged":null');
    const { flags } = await mod.json<{ flags: QueuedFlag[] }>(`${M}/flags?state=resolved`);
    expect(flags.map(({ post }) => post)).toContain("r");
    expect((await flagged("r")).count).toBe(2);
    // The later flag is open: the earlier one stays decided.
    const again = await decide(mod, flag.id, 2, "reopen");
    expect([again.status, again.text]).toEqual([409, refusal(NOT_UNDOABLE)]);
  });

  test("of two moderators who decide at once, one gets an error that the other was first", async () => {
    await buildPost(server.sql, { id: "twice" });
    const flag = await flagged("twice");
    const answers = await Promise.all([mod, other].map((by) => decide(by, flag.id, flag.version, "resolve")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(refusal(MEANWHILE));
    expect(await log(`flag ${flag.id}`)).toHaveLength(1);
  });

  test("takes several actions on one flag: asks for a re-import, hides, shows, resolves", async () => {
    await buildPost(server.sql, { id: "many" });
    await server.sql`insert into service_keys (account, service, key_hash, sealed, sealed_by, save_dms, auto_import, next_import_at)
      values (${owner.id}, 'patreon', 'k', 's', 'f', false, true, now() + interval '1 day'),
        (${owner.id}, 'patreon', 'l', 's', 'f', false, false, null)`;
    const flag = await flagged("many");
    for (const [version, action] of ["reimport", "hide", "show", "resolve"].entries())
      expect([action, (await decide(mod, flag.id, version + 1, action)).status]).toEqual([action, 200]);
    const [due] = await server.sql`select count(*)::int as n from service_keys where next_import_at <= now()`;
    expect(due?.["n"]).toBe(1);
    const { history } = await mod.json<FlagDetails>(`${M}/flags/${flag.id}`);
    expect(history.map(({ kind }) => kind)).toEqual([
      "flag_resolved",
      "shown",
      "hidden",
      "reimport_requested",
    ]);
    expect((await nobody.get(at("many"))).status).toBe(200);
  });

  test.each([
    [{ version: 1 }, 400],
    [{ version: 1, action: "delete" }, 400],
    [{ version: 1, action: "resolve", reason: "x".repeat(501) }, 400],
    [{ version: 9, action: "resolve" }, 404],
  ])("%j on no flag is a %i", async (body, status) => {
    expect((await mod.post(`${M}/flags/999999`, body)).status).toBe(status);
  });
});

describe("hiding", () => {
  const hide = (targets: object[], reason?: string) =>
    mod.post(`${M}/hidden`, { targets, ...(reason === undefined ? {} : { reason }) });
  const actions = async () => (await mod.json<{ actions: ModerationAction[] }>(`${M}/actions`)).actions;
  const undo = (by: Visitor, { id }: ModerationAction) => by.post(`${M}/actions/${id}/undo`);

  test("a post, a comment, a share and a creator leave the API and the saved copies, and come back", async () => {
    const { sql } = server;
    await buildCreator(sql, { id: "h" });
    await buildPost(sql, { id: "hp", user: "h" });
    await buildComment(sql, { post: "hp", id: "c1" });
    await buildComment(sql, { post: "hp", id: "c2" });
    await buildShare(sql, "s1", { user: "h" });
    const P = "/v1/patreon/user/h";
    const [before] = await sql`select max(seq) as seq from takedowns`;
    const cases: [object, () => Promise<unknown>, unknown, unknown, object][] = [
      [
        { service: "patreon", user: "h", post: "hp", comment: "c1" },
        async () => ((await nobody.json(`${P}/post/hp/comments`)) as { id: string }[]).map(({ id }) => id),
        ["c1", "c2"],
        ["c2"],
        { service: "", user: "", post: null, comment: "patreon/h/hp/c1" },
      ],
      [
        { share: "s1" },
        async () => [
          (await nobody.get("/v1/share/s1")).status,
          (await nobody.json<{ share_count: number }>(`${P}/profile`)).share_count,
        ],
        [200, 1],
        [404, 0],
        { service: "", user: "", post: null, share: "s1" },
      ],
      [
        { service: "patreon", user: "h", post: "hp" },
        async () => (await nobody.get(`${P}/post/hp`)).status,
        200,
        404,
        { service: "patreon", user: "h", post: "hp" },
      ],
      [
        { service: "patreon", user: "h" },
        async () => (await nobody.get(`${P}/profile`)).status,
        200,
        404,
        { service: "patreon", user: "h", post: null },
      ],
    ];
    for (const [target, look, visible, gone, entry] of cases) {
      expect(await look()).toEqual(visible);
      expect((await hide([target], "spam")).text).toBe('{"hidden":1}');
      await allNotified(server);
      expect(await look()).toEqual(gone);
      const feed = await nobody.json<{ removed: object[] }>(`/v1/removed?since=${before?.["seq"] ?? 0}`);
      expect(feed.removed.at(-1)).toMatchObject(entry);
      const [done] = await actions();
      expect(done).toMatchObject({ kind: "hidden", actor: "Moe", reason: "spam", can_undo: true });
      if (done === undefined) continue;
      expect((await undo(other, done)).text).toBe("true");
      await allNotified(server);
      expect(await look()).toEqual(visible);
      const again = await undo(mod, done);
      expect([again.status, again.text]).toEqual([409, refusal(NOT_UNDOABLE)]);
    }
    // What moderators hide is no takedown: the creator's page does not name it.
    expect(await nobody.json("/v1/removed?service=patreon&user=h")).toMatchObject({ removed: [] });
  });

  test("many at once is one action with a row for each, undone at once", async () => {
    const { sql } = server;
    await buildCreator(sql, { id: "bulk" });
    await Promise.all(Array.from({ length: 20 }, (_, n) => buildPost(sql, { id: `b${n}`, user: "bulk" })));
    const targets = Array.from({ length: 20 }, (_, n) => ({
      service: "patreon",
      user: "bulk",
      post: `b${n}`,
    }));
    const [{ n: before }] = await sql<[{ n: number }]>`select count(*) as n from audit_log`;
    expect((await hide(targets)).text).toBe('{"hidden":20}');
    const [{ n: after }] = await sql<[{ n: number }]>`select count(*) as n from audit_log`;
    expect(after - before).toBe(21);
    await allNotified(server);
    expect(await nobody.json("/v1/patreon/user/bulk/profile")).toMatchObject({ post_count: 0 });
    const [done] = await actions();
    expect(done).toMatchObject({ kind: "many_hidden", subject: "20", parts: 20, can_undo: true });
    if (done !== undefined) await undo(mod, done);
    await allNotified(server);
    expect(await nobody.json("/v1/patreon/user/bulk/profile")).toMatchObject({ post_count: 20 });
    expect((await actions())[0]).toMatchObject({ kind: "many_shown", parts: 20 });
  });

  test("all of it or nothing: one target that is not there leaves the others as they were", async () => {
    await buildPost(server.sql, { id: "stays" });
    const answer = await hide([{ service: "patreon", user: "1", post: "stays" }, { share: "none" }]);
    expect(answer.status).toBe(404);
    expect((await nobody.get(at("stays"))).status).toBe(200);
  });

  test("rows of the audit log are neither changed nor deleted", async () => {
    const { sql } = server;
    await hide([{ service: "patreon", user: "1", post: "stays" }]);
    await expect(sql`update audit_log set reason = 'other'`).rejects.toThrow("not changed");
    await expect(sql`update audit_log set actor = null, kind = 'shown'`).rejects.toThrow("not changed");
    await expect(sql`delete from audit_log`).rejects.toThrow("not changed");
    const leaver = await member(server, "leaver", "moderator");
    await buildPost(sql, { id: "theirs" });
    await leaver.post(`${M}/hidden`, { targets: [{ service: "patreon", user: "1", post: "theirs" }] });
    expect((await leaver.post("/v1/account/delete")).status).toBe(200);
    expect((await actions())[0]).toMatchObject({ kind: "hidden", subject: "patreon/1/theirs", actor: null });
  });
});

test("an account without the role finds none of it", async () => {
  for (const path of ["flags", "flags/1", "actions"]) {
    expect((await owner.get(`${M}/${path}`)).text).toBe(refusal("Insufficient privileges"));
    expect((await nobody.get(`${M}/${path}`)).status).toBe(401);
  }
});

test("an action names the titles and creators of what it was on, as long as the archive has them", async () => {
  const { sql } = server;
  await buildCreator(sql, { id: "n", name: "Nora" });
  await buildPost(sql, { id: "np", user: "n", title: "Northern light" });
  const target = { service: "patreon", user: "n", post: "np" };
  const post = { ...target, name: "Nora", title: "Northern light" };
  const contentsOf = async (subject: string) => {
    const { actions } = await mod.json<{ actions: ModerationAction[] }>(`${M}/actions?subject=${subject}`);
    return actions[0]?.contents;
  };
  await mod.post(`${M}/hidden`, { targets: [target] });
  await mod.post(`${M}/hidden`, { targets: [{ ...target, post: undefined }] });
  expect(await contentsOf("patreon/n/np")).toEqual([post]);
  expect(await contentsOf("patreon/n")).toEqual([{ ...post, post: null, title: null }]);
  await sql`delete from posts where id = 'np'`;
  expect(await contentsOf("patreon/n/np")).toEqual([{ ...post, title: null }]);
  await sql`delete from creators where id = 'n'`;
  expect(await contentsOf("patreon/n/np")).toEqual([{ ...post, name: null, title: null }]);
});

test("a rating from before names its creator as well", async () => {
  const admin = await member(server, "Ada", "administrator");
  await buildCreator(server.sql, { id: "rated", name: "Rada" });
  await server.sql`insert into audit_log (kind, subject) values ('rating', 'patreon/user/rated')`;
  const { entries } = await admin.json<{ entries: ModerationAction[] }>("/v1/account/administrator/audit");
  expect(entries[0]?.contents).toEqual([
    { service: "patreon", user: "rated", post: null, name: "Rada", title: null },
  ]);
});

test("an action on a flag names the flagged post, one on many none", async () => {
  await buildPost(server.sql, { id: "fp", title: "Flagged light" });
  await buildPost(server.sql, { id: "fq" });
  const flag = await flagged("fp");
  await decide(mod, flag.id, flag.version, "resolve");
  await mod.post(`${M}/hidden`, {
    targets: ["fp", "fq"].map((post) => ({ service: "patreon", user: "1", post })),
  });
  const { actions } = await mod.json<{ actions: ModerationAction[] }>(`${M}/actions`);
  expect(actions.slice(0, 2).map(({ kind, contents }) => [kind, contents.map(({ title }) => title)])).toEqual(
    [
      ["many_hidden", []],
      ["flag_resolved", ["Flagged light"]],
    ],
  );
});
