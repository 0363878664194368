/** Flags of posts, on both versions of the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { id: "gone", hidden: true });
  for (const id of ["one", "two", "crowded"]) await buildPost(sql, { id });
  await buildPost(sql, { id: "unseen", hidden: true });
  await buildPost(sql, { id: "theirs", user: "gone" });
  owner = await member(server, "owner");
});
afterAll(() => server[Symbol.asyncDispose]());

const at = (post: string) => `/v1/patreon/user/1/post/${post}`;
const V2 = "/v2/account/flags/post";
const REASON = { reason: "missing-files" };
const flag = (post: string, reason = "missing-files") => ({
  type: "flag",
  data: { service: "patreon", profile_id: "1", post_id: post, reason },
});

test("a flag is answered by its reason, shown on the post, and there is one", async () => {
  const nobody = new Visitor(server);
  expect((await nobody.get(`${at("one")}/flag`)).text).toBe(refusal("Not Found"));
  const before = await nobody.get(at("one"));
  expect(before.text).toContain('"flagged":null');
  const { status, text } = await owner.post(`${at("one")}/flag`, REASON);
  expect([status, text]).toEqual([201, '"missing-files"']);
  await allNotified(server);
  const etag = before.headers.get("etag") ?? "";
  const after = await nobody.send("GET", at("one"), undefined, { "if-none-match": etag });
  expect([after.status, JSON.parse(after.text).props.flagged]).toEqual([200, "missing-files"]);
  expect((await nobody.get(`${at("one")}/flag`)).text).toBe('"missing-files"');
  const other = await member(server, "other");
  for (const visitor of [owner, other]) {
    const again = await visitor.post(`${at("one")}/flag`, { reason: "duplicate" });
    expect([again.status, again.text]).toEqual([409, refusal("Already flagged")]);
  }
});

test("v2 takes and gives an envelope", async () => {
  const { status, text } = await owner.send("PUT", V2, flag("two", "outdated"));
  expect([status, JSON.parse(text)]).toEqual([201, flag("two", "outdated")]);
  const again = await owner.send("PUT", V2, flag("two"));
  expect([again.status, JSON.parse(again.text)]).toEqual([
    409,
    { type: "error", error: { type: "conflict", message: "Already flagged" } },
  ]);
  expect((await owner.send("PUT", V2, flag("none"))).status).toBe(404);
  expect((await owner.send("PUT", V2, flag("a\0b"))).status).toBe(400);
  expect((await owner.send("PUT", V2, { reason: "outdated" })).status).toBe(400);
  expect((await new Visitor(server).send("PUT", V2, flag("one"))).status).toBe(401);
});

test("of twenty at once, one flags", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => owner.post(`${at("crowded")}/flag`, REASON)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test.each([at("none"), at("unseen"), "/v1/patreon/user/gone/post/theirs", "/v1/patreon/user/2/post/one"])(
  "%s is not there to be flagged",
  async (path) => {
    const { status, text } = await owner.post(`${path}/flag`, REASON);
    expect([status, text]).toEqual([404, refusal("Not Found")]);
    expect((await owner.get(`${path}/flag`)).status).toBe(404);
  },
);

test.each([undefined, {}, { reason: "" }, { reason: "because" }, { reason: "outdated", post: "2" }])(
  "%j is a 400",
  async (body) => {
    expect((await owner.post(`${at("two")}/flag`, body)).status).toBe(400);
  },
);

test("nobody flags without an account, and it outlives the one who did", async () => {
  expect((await new Visitor(server).post(`${at("two")}/flag`, REASON)).status).toBe(401);
  await owner.post("/v1/account/delete");
  expect((await new Visitor(server).get(`${at("one")}/flag`)).text).toBe('"missing-files"');
});
