/** Takedowns by administrators, requests of people affected, and what everybody sees of both. */

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { followTakedowns } from "#backend/takedowns/follow.ts";
import type { HeldTakedown } from "#shared/entities/takedown.ts";
import type { TakedownRequest } from "#shared/entities/takedown-request.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildComment, buildCreator, buildPost } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";
import { buildFile, buildShare, buildShareFile } from "#tests/support/talk-factories.ts";
import { creator, ingestFolder, post, storedFile, temporary, writeBundle } from "../bundle/bundle.ts";

let server: TestServer;
let nobody: Visitor;
let admin: Visitor & { id: number };
let mod: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  nobody = new Visitor(server);
  admin = await member(server, "Root", "administrator");
  mod = await member(server, "Moe", "moderator");
});
afterAll(() => server[Symbol.asyncDispose]());

const A = "/v1/account/administrator/takedowns";
const M = "/v1/account/moderator/takedown_requests";
const TAKEN = refusal("This was taken down.");
const list = async () => (await admin.json<{ takedowns: HeldTakedown[] }>(A)).takedowns;
const newest = async (): Promise<HeldTakedown> => {
  const [first] = await list();
  if (first === undefined) throw new Error("There is no takedown.");
  return first;
};

describe("a takedown", () => {
  const single = storedFile("only of one", ".png");
  const both = storedFile("of both", ".png");
  const named = (file: typeof single) => ({ name: "x.png", path: file.path });
  const statuses = async () => {
    await allNotified(server);
    const paths = [
      "/api/v1/patreon/user/t/post/1",
      "/api/v1/patreon/user/t/post/2",
      `/data${single.path}`,
      `/data${both.path}`,
    ];
    return await Promise.all(paths.map(async (path) => (await server.get(path)).status));
  };
  beforeAll(async () => {
    await using folder = await temporary();
    const bundle = {
      files: [single.record, both.record],
      creators: [creator("t")],
      posts: [
        post("1", { user: "t", attachments: [named(single), named(both)] }),
        post("2", { user: "t", file: named(both) }),
      ],
    };
    await writeBundle(folder.path, bundle, [single, both]);
    await ingestFolder(server.sql, folder.path, server.data);
    await buildComment(server.sql, { post: "1", id: "c" });
  });

  test("says before what goes", async () => {
    expect(await admin.json(`${A}/preview?service=patreon&user=t&post=1`)).toMatchObject({
      ...{ found: true, posts: 1, comments: 1, files: 1, size: single.record.size, indexed: 1 },
    });
    expect(await admin.json(`${A}/preview?service=patreon&user=t`)).toMatchObject({
      posts: 2,
      files: 2,
      indexed: 3,
    });
    expect(await admin.json(`${A}/preview?file=${both.record.hash}`)).toMatchObject({
      found: true,
      posts: 0,
      files: 1,
    });
    expect(await admin.json(`${A}/preview?service=patreon&user=none`)).toMatchObject({
      found: false,
      files: 0,
    });
    expect((await admin.get(`${A}/preview`)).status).toBe(400);
  });

  test("of a post hides it and what only it used with a 451, is restored whole, and is named without its content", async () => {
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const body = { service: "patreon", user: "t", post: "1", reason: "A notice." };
    const { status, text } = await admin.post(A, body);
    expect([status, text]).toEqual([201, '{"found":true,"files":1}']);
    expect(await statuses()).toEqual([451, 200, 451, 200]);
    expect((await nobody.get("/v1/patreon/user/t/post/1")).text).toBe(TAKEN);
    expect((await nobody.get(`/v1/search_hash/${single.record.hash}`)).status).toBe(451);
    const { removed } = await nobody.json<{ removed: object[] }>("/v1/removed?service=patreon&user=t");
    expect(removed).toMatchObject([{ post: "1", files: [single.record.hash.slice(0, 12)] }]);
    expect(JSON.stringify(removed)).not.toContain("A notice.");
    const held = await newest();
    expect(held).toMatchObject({ post: "1", reason: "A notice.", held: true });
    const days = (Date.parse(`${held.purge_at}Z`) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect((await admin.post(`${A}/${held.id}/restore`)).text).toBe("true");
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect((await admin.post(`${A}/${held.id}/restore`)).status).toBe(404);
    const log = await server.sql`select kind, subject, reason from audit_log order by id desc limit 2`;
    expect(log.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["takedown_undone", "patreon/t/1"],
      ["takedown", "patreon/t/1"],
    ]);
  });

  test("of a file hides it wherever it is used, and of a creator what is left", async () => {
    await admin.post(A, { file: both.record.hash, reason: "x" });
    expect(await statuses()).toEqual([200, 200, 200, 451]);
    const file = await newest();
    await admin.post(A, { service: "patreon", user: "t", reason: "x" });
    expect(await statuses()).toEqual([451, 451, 451, 451]);
    // The file has a takedown of its own: it stays hidden with the creator restored.
    await admin.post(`${A}/${(await newest()).id}/restore`);
    expect(await statuses()).toEqual([200, 200, 200, 451]);
    await admin.post(`${A}/${file.id}/restore`);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  test("a file that two hidden posts use comes back with the first that does", async () => {
    for (const id of ["1", "2"])
      await admin.post(A, { service: "patreon", user: "t", post: id, reason: "x" });
    expect(await statuses()).toEqual([451, 451, 451, 451]);
    const [second, first] = await list();
    await admin.post(`${A}/${first?.id}/restore`);
    expect(await statuses()).toEqual([200, 451, 200, 200]);
    await admin.post(`${A}/${second?.id}/restore`);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  test("files that moderators hide are not found, and withheld where a takedown hides them too", async () => {
    const hide = (target: object) =>
      mod.post("/v1/account/moderator/hidden", { targets: [target], reason: "x" });
    const hash = async () => (await nobody.get(`/v1/search_hash/${single.record.hash}`)).status;
    const entry = async () => (await nobody.get(`/v1/file/${single.record.hash}/entry/0`)).status;
    const thumbnail = async () => (await server.get(`/thumbnail/data${single.path}`)).status;
    expect((await hide({ service: "patreon", user: "t", post: "1" })).text).toBe('{"hidden":1}');
    expect(await statuses()).toEqual([404, 200, 404, 200]);
    expect([await hash(), await thumbnail()]).toEqual([404, 404]);
    await admin.post(A, { service: "patreon", user: "t", reason: "x" });
    expect(await statuses()).toEqual([451, 451, 451, 451]);
    expect([await hash(), await thumbnail(), await entry()]).toEqual([451, 451, 451]);
    await admin.post(`${A}/${(await newest()).id}/restore`);
    expect(await statuses()).toEqual([404, 200, 404, 200]);
    const { actions } = await mod.json<{ actions: { id: number; kind: string }[] }>(
      "/v1/account/moderator/actions",
    );
    const hidden = actions.find(({ kind }) => kind === "hidden");
    await mod.post(`/v1/account/moderator/actions/${hidden?.id}/undo`);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  test("is deleted when its time has come, and not before", async () => {
    const set = (days: number) => admin.send("PATCH", A, { days });
    expect((await set(1)).text).toBe("true");
    await admin.post(A, { service: "patreon", user: "t", post: "1", reason: "x" });
    const one = await newest();
    const stop = followTakedowns(server.sql, server.storage, [server.pictures], pino({ level: "silent" }));
    try {
      expect((await admin.post(`${A}/${one.id}/purge`)).text).toBe("true");
      await expect.poll(async () => (await newest()).held).toBe(false);
      await expect.poll(() => server.storage.stat(single.path)).toBeUndefined();
    } finally {
      stop();
    }
    expect(
      await server.sql`select from posts where service = 'patreon' and id = '1' and "user" = 't'`,
    ).toHaveLength(0);
    expect(await statuses()).toEqual([404, 200, 404, 200]);
    expect((await admin.post(`${A}/${one.id}/purge`)).text).toBe(
      refusal("Nothing is hidden by this takedown any more."),
    );
    expect((await set(-1)).status).toBe(400);
  });

  test("a hidden share's files go with it, and those of another stay", async () => {
    const { sql } = server;
    await buildCreator(sql, { id: "s" });
    await buildPost(sql, { id: "sp", user: "s", service: "patreon" });
    await buildShare(sql, "sh", { user: "s" });
    const hash = await buildFile(sql, "e");
    await buildShareFile(sql, "sh", 0, { hash, filename: "x.zip" });
    expect((await mod.post("/v1/account/moderator/hidden", { targets: [{ share: "sh" }] })).status).toBe(200);
    const rows = await sql`select held from removed_files where hash = ${hash}`;
    expect(rows.map((row) => row["held"])).toEqual([true]);
  });

  test("needs the password again, and no other role has it", async () => {
    expect((await mod.post(A, { service: "patreon", user: "t", reason: "x" })).status).toBe(404);
    expect((await nobody.post(A, { service: "patreon", user: "t", reason: "x" })).status).toBe(401);
    await server.sql`update account_sessions set proven_at = now() - interval '11 minutes' where account = ${admin.id}`;
    const { status, text } = await admin.post(A, { service: "patreon", user: "t", reason: "x" });
    expect([status, text]).toEqual([403, refusal("Confirm your password first.")]);
  });
});

describe("a request", () => {
  const REQUEST = {
    kind: "person",
    addresses: "https://archive.example/patreon/user/1/post/2",
    statement: "The second picture shows me.",
    name: "Ann Example",
    contact: "ann@example.org",
    good_faith: true,
    accurate: true,
  };
  const send = (by: Visitor, part: object = {}) => by.post("/v1/takedown_requests", { ...REQUEST, ...part });
  const status = async (secret: string) => {
    const answer = await nobody.post("/v1/takedown_requests/status", { secret });
    return [answer.status, JSON.parse(answer.text)] as const;
  };

  test("is stored for moderators, and its secret link says how it stands, nothing more", async () => {
    const sent = await send(new Visitor(server));
    expect(sent.status).toBe(201);
    const { secret } = JSON.parse(sent.text) as { secret: string };
    const stored =
      await server.sql`select 1 from takedown_requests r where position(${secret} in r::text) > 0`;
    expect(stored).toHaveLength(0);
    expect(await status(secret)).toMatchObject([
      200,
      { kind: "person", state: "open", answer: "", answered_at: null },
    ]);
    expect(Object.keys((await status(secret))[1])).toEqual([
      "kind",
      "state",
      "created_at",
      "answer",
      "answered_at",
    ]);
    expect((await status(`${secret}x`))[0]).toBe(404);
    expect(await mod.json("/v1/account/tasks")).toMatchObject({ moderation: { takedown_requests: 1 } });
    const { requests } = await mod.json<{ requests: TakedownRequest[] }>(M);
    expect(requests).toMatchObject([{ name: "Ann Example", contact: "ann@example.org", version: 1 }]);
    const answer = (by: Visitor) =>
      by.post(`${M}/${requests[0]?.id}`, { version: 1, state: "accepted", answer: "It is gone." });
    const both = await Promise.all([answer(mod), answer(admin)]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(await status(secret)).toMatchObject([200, { state: "accepted", answer: "It is gone." }]);
    const log = await server.sql`select before, after from audit_log where kind = 'takedown_request'`;
    expect(log).toMatchObject([{ before: "open", after: "accepted" }]);
  });

  test("five a day from one address", async () => {
    const visitor = new Visitor(server);
    const answers: number[] = [];
    for (let n = 0; n < 6; n++) answers.push((await send(visitor)).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await send(new Visitor(server))).status).toBe(201);
  });

  test.each([
    { kind: "other" },
    { addresses: "  " },
    { name: "" },
    { good_faith: false },
    { accurate: undefined },
    { statement: "x".repeat(5_001) },
    { more: 1 },
  ])("with %j is a 400", async (part) => {
    expect((await send(new Visitor(server), part)).status).toBe(400);
  });

  test("is seen by moderators alone", async () => {
    const member1 = await member(server, "member1");
    expect((await member1.get(M)).status).toBe(404);
    expect((await nobody.get(M)).status).toBe(401);
    expect((await mod.post(`${M}/999999`, { version: 1, state: "open", answer: "" })).status).toBe(404);
  });
});
