/** Links between creators: requested by accounts, decided and undone by moderators, with one audit row each. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatorRow } from "#shared/entities/creator.ts";
import type { CreatorLinkRequest } from "#shared/entities/creator-link.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const TASKS = "/v1/account/moderator/tasks/creator_links";
let server: TestServer;
let ann: Visitor & { id: number };
let [mona, mike]: (Visitor & { id: number })[] = [];
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  ann = await member(server, "Ann");
  mona = await member(server, "Mona", "moderator");
  mike = await member(server, "Mike", "moderator");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.sql`truncate creators, creator_link_requests, notifications, audit_log, rate_limits cascade`;
  for (const [service, id] of [
    ["patreon", "1"],
    ["fanbox", "2"],
    ["fantia", "3"],
    ["gumroad", "4"],
  ])
    await buildCreator(server.sql, { service, id, name: `Name ${id}` });
});

const request = (body: object, from = "patreon/user/1", visitor: Visitor = ann) =>
  visitor.post(`/v1/${from}/links/new`, body);
const TO_2 = { service: "fanbox", artist_id: "2" };
const tasks = (visitor: Visitor = mona!) => visitor.json<CreatorLinkRequest[]>(TASKS);
const decide = (
  one: CreatorLinkRequest,
  word: string,
  visitor: Visitor = mona!,
  body: object | undefined = { version: one.version },
) => visitor.post(`/v1/account/moderator/creator_link_requests/${one.id}/${word}`, body);
const linksOf = async (address: string) => {
  await allNotified(server);
  const links = await new Visitor(server).json<CreatorRow[]>(`/v1/${address}/links`);
  return links.map(({ service, id }) => `${service}/${id}`);
};
const relations = async () => {
  const rows = await server.sql<{ id: string; relation_id: number | null }[]>`
    select id, relation_id from creators order by id`;
  return rows.map(({ relation_id }) => relation_id);
};
const audited = () => server.sql`select actor, kind, subject, before, after from audit_log order by id`;

test("the form gets its creator and those that are linked already", async () => {
  await server.sql`update creators set relation_id = 7 where id in ('1', '3')`;
  const { props } = await ann.json<{ props: object }>("/v1/patreon/user/1/links/new");
  expect(props).toMatchObject({
    title: "Link another account",
    artist: { service: "patreon", id: "1", relation_id: 7 },
    links: [{ service: "fantia", id: "3" }],
  });
  const { status, text } = await ann.get("/v1/patreon/user/unknown/links/new");
  expect([status, text]).toEqual([404, refusal("Creator not found.")]);
});

test.each([
  [{ service: "fanbox" }, 400, "Input data is required."],
  [{ artist_id: "2" }, 400, "Input data is required."],
  [{ service: "fanbox", artist_id: "" }, 400, "Input data is required."],
  [{ ...TO_2, reason: "x".repeat(141) }, 400, "Invalid input data length."],
  [{ service: "patreon", artist_id: "1" }, 400, "A profile cannot be linked to itself."],
  [{ service: "fanbox", artist_id: "unknown" }, 404, "Creator not found."],
] as [object, number, string][])("a request with %j is a %i", async (body, status, message) => {
  const answer = await request(body);
  expect([answer.status, answer.text]).toEqual([status, refusal(message)]);
  expect(await tasks()).toEqual([]);
});

test("a request waits for moderators, once, whichever way round it is made", async () => {
  const { status, text } = await request({ ...TO_2, reason: "x".repeat(140) });
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { message: "The request was sent. A moderator decides about it." },
  ]);
  for (const answer of [
    await request(TO_2),
    await request({ service: "patreon", artist_id: "1" }, "fanbox/user/2", mike),
  ])
    expect([answer.status, answer.text]).toEqual([409, refusal("This link was already requested.")]);
  expect(await tasks()).toEqual([
    {
      id: expect.any(Number),
      from_service: "patreon",
      from_id: "1",
      to_service: "fanbox",
      to_id: "2",
      reason: "x".repeat(140),
      requester_id: ann.id,
      status: "pending",
      requester: { id: ann.id, username: "Ann", role: "consumer" },
      from_creator: expect.objectContaining({ name: "Name 1", relation_id: null }),
      to_creator: expect.objectContaining({ name: "Name 2" }),
      created_at: expect.any(String),
      linked: [],
      version: expect.any(String),
    },
  ]);
  expect(await linksOf("patreon/user/1")).toEqual([]);
});

test("an approved request links both, notifies who asked, and is in the audit log", async () => {
  await request(TO_2);
  const [one] = await tasks();
  expect((await decide(one!, "approve")).text).toBe("true");
  expect(await linksOf("patreon/user/1")).toEqual(["fanbox/2"]);
  expect(await linksOf("fanbox/user/2")).toEqual(["patreon/1"]);
  expect(await tasks()).toEqual([]);
  const decision = { decision: "approved", from: "patreon/1", to: "fanbox/2" };
  expect(await server.sql`select account, type, extra_info from notifications`).toEqual([
    { account: ann.id, type: 3, extra_info: decision },
  ]);
  expect(await audited()).toEqual([
    {
      actor: mona!.id,
      kind: "creator_link",
      subject: "patreon/1 fanbox/2",
      before: "pending",
      after: "approved",
    },
  ]);
  const again = await request(TO_2);
  expect([again.status, again.text]).toEqual([409, refusal("These profiles are linked already.")]);
});

test("a rejected request links nobody and may be made again", async () => {
  await request(TO_2);
  const [one] = await tasks();
  expect((await decide(one!, "reject")).text).toBe("true");
  expect(await relations()).toEqual([null, null, null, null]);
  expect(await server.sql`select extra_info ->> 'decision' as decision from notifications`).toEqual([
    { decision: "rejected" },
  ]);
  expect((await audited())[0]).toMatchObject({ before: "pending", after: "rejected" });
  expect((await request(TO_2)).status).toBe(200);
});

test("of two moderators who decide at once, one gets an error that it was decided", async () => {
  await request(TO_2);
  const [one] = await tasks();
  const both = await Promise.all([decide(one!, "approve"), decide(one!, "reject", mike)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = both.find(({ status }) => status === 409);
  expect(late?.text).toBe(refusal("Another moderator has already decided about this request."));
  expect(await audited()).toHaveLength(1);
  expect(await server.sql`select from notifications`).toHaveLength(1);
});

test("a request whose creators got other links meanwhile is not decided unseen", async () => {
  await request(TO_2);
  const [one] = await tasks();
  await server.sql`update creators set relation_id = 9 where id in ('2', '3')`;
  const { status, text } = await decide(one!, "approve");
  expect([status, text]).toEqual([409, refusal("These profiles have other links than you saw.")]);
  expect(await audited()).toEqual([]);
  const [fresh] = await tasks();
  expect(fresh?.linked.map(({ id }) => id)).toEqual(["3"]);
  expect((await decide(fresh!, "approve")).status).toBe(200);
  expect(await relations()).toEqual([9, 9, 9, null]);
});

test("two groups become one; a client that sends no body decides as things are", async () => {
  await server.sql`update creators set relation_id = 5 where id in ('1', '3')`;
  await server.sql`update creators set relation_id = 3 where id in ('2', '4')`;
  await request(TO_2);
  const [one] = await tasks();
  expect((await decide(one!, "approve", mona, undefined)).status).toBe(200);
  expect(await relations()).toEqual([3, 3, 3, 3]);
});

test("a new group never takes the number of another", async () => {
  await server.sql`update creators set relation_id = 41 where id in ('3', '4')`;
  await request(TO_2);
  await decide((await tasks())[0]!, "approve");
  expect(await relations()).toEqual([42, 42, 41, 41]);
});

test("a moderator unlinks one; the last one is not linked alone", async () => {
  await server.sql`update creators set relation_id = 5 where id in ('1', '2', '3')`;
  const unlink = (address: string, visitor: Visitor = mona!) =>
    visitor.send("DELETE", `/v1/${address}/links`);
  expect((await unlink("fanbox/user/2", ann)).status).toBe(404);
  expect((await unlink("fanbox/user/2")).status).toBe(204);
  expect(await relations()).toEqual([5, null, 5, null]);
  expect((await unlink("patreon/user/1")).status).toBe(204);
  expect(await relations()).toEqual([null, null, null, null]);
  expect((await unlink("patreon/user/1")).status).toBe(204);
  expect((await unlink("patreon/user/unknown")).status).toBe(404);
  expect(await audited()).toEqual([
    { actor: mona!.id, kind: "creator_unlinked", subject: "fanbox/2", before: "5", after: null },
    { actor: mona!.id, kind: "creator_unlinked", subject: "patreon/1", before: "5", after: null },
  ]);
});

test("an unknown request is a 404, and requests outlive the account that made them", async () => {
  const { status, text } = await mona!.post("/v1/account/moderator/creator_link_requests/999/approve");
  expect([status, text]).toEqual([404, refusal("Not Found")]);
  const deleted = await member(server, "Gone");
  await request(TO_2, "patreon/user/1", deleted);
  expect((await deleted.post("/v1/account/delete")).status).toBe(200);
  const [one] = await tasks();
  expect([one?.requester, one?.requester_id]).toEqual([null, null]);
  expect((await decide(one!, "approve")).status).toBe(200);
});
