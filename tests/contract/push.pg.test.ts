/** Web Push up to the push service: who is notified when, where it is sent, and where never. */
import { createPublicKey, verify } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pushKeys } from "#backend/push/keys.ts";
import { pushRound } from "#backend/push/run.ts";
import { type SendOptions, sendPush } from "#backend/push/send.ts";
import { nextTime } from "#backend/push/times.ts";
import { USER_AGENT } from "#backend/version.ts";
import type { PushSettings } from "#shared/contracts/push.ts";
import { type InventedSite, startInventedSite } from "#tests/importer/invented-site.ts";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { backUp, restore } from "#tests/support/backup.ts";
import { createDatabase } from "#tests/support/database.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { addGroup, memberOf } from "#tests/support/groups.ts";
import { pushDevice } from "#tests/support/push.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const PATH = "/v1/account/push";
const HOST = "push.example.org";
const SETTINGS: PushSettings = { timing: "at_once", hour: 9, quiet_from: 0, quiet_to: 0, zone: "UTC" };
const MINUTE = 60_000;
const device = pushDevice();

let server: TestServer;
let service: InventedSite;
let ann: Visitor & { id: number };
let options: SendOptions;
let status = 201;
/** Messages that the push service received, decrypted as the device would. */
const received: { address: string; headers: Record<string, unknown>; message: unknown }[] = [];

beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  service = await startInventedSite([HOST], (request, response) => {
    void buffer(request).then((body) => {
      received.push({
        address: `${request.headers.host}${request.url}`,
        headers: request.headers,
        message: device.open(body),
      });
      response.writeHead(status, { location: "https://push.example.org/elsewhere" }).end();
    });
  });
  ann = await member(server, "Ann");
  options = {
    keys: await pushKeys(server.sql),
    subject: "mailto:operator@example.org",
    lookup: async () => ["127.0.0.1"],
    loopbackPort: service.port,
    ca: await readFile(service.caFile, "utf8"),
  };
  const { sql } = server;
  await buildCreator(sql, { id: "1" });
  await buildCreator(sql, { id: "2" });
  await ann.post("/v1/favorites/creator/patreon/1");
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  status = 201;
  received.length = 0;
  await server.sql`truncate push_subscriptions, rate_limits`;
  await server.sql`delete from posts`;
});

const turnOn = (visitor: Visitor, settings: Partial<PushSettings> = {}, path = "/send/ann") =>
  visitor.send("PUT", PATH, {
    ...SETTINGS,
    endpoint: `https://${HOST}${path}`,
    keys: device.keys,
    ...settings,
  });
let posts = 0;
/** Added just now. */
const publish = async (user = "1", fields: object = {}) => {
  posts += 1;
  const added = new Date(Date.now() + 1_000).toISOString().slice(0, -1);
  await buildPost(server.sql, { id: `p${posts}`, user, added, ...fields });
};
/** A round some minutes from now. */
const round = (minutes = 3, sql = server.sql) =>
  pushRound(sql, options, new Date(Date.now() + minutes * MINUTE));
const subscriptions = async () =>
  (await server.sql<{ endpoint: string }[]>`select endpoint from push_subscriptions order by endpoint`).map(
    ({ endpoint }) => endpoint,
  );

test("it is off until asked for; settings come back and can be changed and turned off", async () => {
  const { public_key: key } = await ann.json<{ public_key: string }>(PATH);
  expect(Buffer.from(key, "base64url")).toHaveLength(65);
  expect(await ann.json(PATH)).toEqual({ public_key: key, subscription: null });
  expect(await turnOn(ann)).toMatchObject({ status: 200, text: "true" });
  await turnOn(ann, { timing: "daily", hour: 18, zone: "Asia/Tokyo" });
  expect(await ann.json(PATH)).toEqual({
    public_key: key,
    subscription: {
      ...SETTINGS,
      timing: "daily",
      hour: 18,
      zone: "Asia/Tokyo",
      endpoint: `https://${HOST}/send/ann`,
    },
  });
  expect((await ann.send("DELETE", PATH)).text).toBe("true");
  expect(await subscriptions()).toEqual([]);
});

test("the same keys are made by processes that start at once", async () => {
  await server.sql`truncate push_keys`;
  const made = await Promise.all([1, 2, 3].map(() => pushKeys(server.sql)));
  expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1);
  options.keys = made[0]!;
});

test.each([
  ["http://push.example.org/x", "Expected an https address on port 443."],
  ["https://push.example.org:8443/x", "Expected an https address on port 443."],
  ["https://user@push.example.org/x", "Expected an https address on port 443."],
  ["file:///etc/passwd", "Expected an https address on port 443."],
])("%s is not taken", async (endpoint, problem) => {
  const answer = await ann.send("PUT", PATH, { ...SETTINGS, endpoint, keys: device.keys });
  expect([answer.status, answer.text]).toEqual([400, refusal(problem)]);
});

test("neither are zones and hours that there are not", async () => {
  expect(await turnOn(ann, { zone: "Mars/Phobos" })).toMatchObject({
    status: 400,
    text: refusal("Expected a time zone."),
  });
  expect(await turnOn(ann, { hour: 24 })).toMatchObject({ status: 400 });
});

test("new posts of favorites are counted and sent once, sealed for the device, signed by the archive", async () => {
  await publish();
  await turnOn(ann);
  await server.sql`update push_subscriptions set notified_at = now() - interval '1 hour'`;
  await publish();
  await publish("2");
  await publish("1", { hidden: true });
  expect(await round()).toBe(1);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    address: `${HOST}/send/ann`,
    headers: { "user-agent": USER_AGENT },
    message: { count: 2 },
  });
  const { authorization = "", ttl } = received[0]!.headers as Record<string, string>;
  expect(ttl).toBe("43200");
  const { public_key: key } = await ann.json<{ public_key: string }>(PATH);
  expect(authorization).toContain(`k=${key}`);
  expect(isSignedBy(key, authorization)).toBe(true);
  expect(await round(20)).toBe(0);
  await publish("1", { added: new Date(Date.now() + 25 * MINUTE).toISOString().slice(0, -1) });
  expect(await round(40)).toBe(1);
  expect(received.at(-1)?.message).toEqual({ count: 1 });
});

function isSignedBy(key: string, authorization: string): boolean {
  const [head = "", claims = "", signature = ""] = (/t=([^,]+)/.exec(authorization)?.[1] ?? "").split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  return verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
}

test("nothing comes in quiet hours; what is new then is sent after them", async () => {
  const hour = new Date(Date.now() + 3 * MINUTE).getUTCHours();
  await turnOn(ann, { quiet_from: hour, quiet_to: (hour + 2) % 24 });
  await publish();
  expect(await round()).toBe(0);
  expect(await round(125)).toBe(1);
  expect(received.map(({ message }) => message)).toEqual([{ count: 1 }]);
});

test("a daily digest comes at its hour, once", async () => {
  const hour = (new Date().getUTCHours() + 2) % 24;
  await turnOn(ann, { timing: "daily", hour });
  await publish();
  await publish();
  expect(await round(10)).toBe(0);
  expect(await round(125)).toBe(1);
  expect(received.map(({ message }) => message)).toEqual([{ count: 2 }]);
  await publish("1", { added: new Date(Date.now() + 130 * MINUTE).toISOString().slice(0, -1) });
  expect(await round(180)).toBe(0);
  expect(await round(24 * 60 + 125)).toBe(1);
});

test.each<[string, Partial<PushSettings>, string, string]>([
  ["outside of quiet hours", { quiet_from: 22, quiet_to: 7 }, "2026-03-01T12:30:00Z", "2026-03-01T12:30:00Z"],
  ["before midnight", { quiet_from: 22, quiet_to: 7 }, "2026-03-01T23:30:00Z", "2026-03-02T07:00:00Z"],
  ["after midnight", { quiet_from: 22, quiet_to: 7 }, "2026-03-02T06:59:00Z", "2026-03-02T07:00:00Z"],
  ["never quiet", { quiet_from: 7, quiet_to: 7 }, "2026-03-02T07:10:00Z", "2026-03-02T07:10:00Z"],
  [
    "in its zone",
    { quiet_from: 22, quiet_to: 7, zone: "Asia/Tokyo" },
    "2026-03-01T13:30:00Z",
    "2026-03-01T22:00:00Z",
  ],
  ["a digest, today", { timing: "daily", hour: 9 }, "2026-03-01T08:59:00Z", "2026-03-01T09:00:00Z"],
  ["a digest, tomorrow", { timing: "daily", hour: 9 }, "2026-03-01T09:00:00Z", "2026-03-02T09:00:00Z"],
  [
    "an hour that is skipped",
    { timing: "daily", hour: 2, zone: "Europe/Berlin" },
    "2026-03-28T23:30:00Z",
    "2026-03-29T01:00:00Z",
  ],
])("the next time: %s", (_, settings, now, expected) => {
  expect(nextTime({ ...SETTINGS, ...settings }, new Date(now)).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});

test.each([410, 404])("a push service that answers %d has the subscription deleted", async (answer) => {
  await turnOn(ann);
  await publish();
  status = answer;
  expect(await round()).toBe(0);
  expect(received).toHaveLength(1);
  expect(await subscriptions()).toEqual([]);
});

test("a message that a push service refuses is sent later; redirects are not followed", async () => {
  await turnOn(ann);
  await publish();
  for (const [at, answer] of [429, 503, 302].entries()) {
    status = answer;
    expect(await round(3 + at * 20)).toBe(0);
  }
  status = 201;
  expect(await round(90)).toBe(1);
  expect(received.map(({ address }) => address)).toEqual(Array(4).fill(`${HOST}/send/ann`));
  expect(received.at(-1)?.message).toEqual({ count: 1 });
});

test("nothing arrives after a logout, nor where a session ended otherwise or its account was disabled", async () => {
  const { sql } = server;
  const leaves = Object.assign(new Visitor(server));
  await leaves.logIn("Ann", PASSWORD);
  await turnOn(leaves, {}, "/send/leaves");
  await publish();
  await leaves.logOut();
  expect(await subscriptions()).toEqual([]);
  await turnOn(ann);
  await sql`update accounts set disabled = true where id = ${ann.id}`;
  expect(await round()).toBe(0);
  await sql`update accounts set disabled = false where id = ${ann.id}`;
  await sql`update account_sessions set expires_at = now()`;
  expect(await round()).toBe(0);
  await sql`update account_sessions set expires_at = now() + interval '30 days'`;
  expect(received).toEqual([]);
  expect(await round()).toBe(1);
});

test("a browser has one subscription: of the session that asked last", async () => {
  const again = new Visitor(server);
  await again.logIn("Ann", PASSWORD);
  await turnOn(ann);
  await turnOn(again);
  expect(await subscriptions()).toEqual([`https://${HOST}/send/ann`]);
  expect((await ann.json<{ subscription: null }>(PATH)).subscription).toBeNull();
});

test("two processes send once", async () => {
  await turnOn(ann);
  await publish();
  await Promise.all([round(), round(), round()]);
  expect(received).toHaveLength(1);
});

test("a restored backup still delivers, with the same keys", async () => {
  await turnOn(ann);
  await publish();
  const backup = await backUp(server.sql);
  await server.sql`truncate push_keys, push_subscriptions`;
  expect(await round()).toBe(0);
  await using restored = await createDatabase();
  await restore(restored.sql, backup);
  expect(await round(3, restored.sql)).toBe(1);
  expect(received.map(({ message }) => message)).toEqual([{ count: 1 }]);
  expect((await pushKeys(restored.sql)).publicKey).toBe(options.keys.publicKey);
  expect(await round(20, restored.sql)).toBe(0);
});

/** Every socket that the process opens to connect somewhere while `work` runs. */
async function connections(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = () => {
    count += 1;
  };
  subscribe("net.client.socket", note);
  await work().finally(() => unsubscribe("net.client.socket", note));
  return count;
}

const target = (endpoint: string) => ({ endpoint, ...device.keys });
/** Options of an installed archive. */
const real = (): SendOptions => ({ keys: options.keys, subject: options.subject });

test.each([
  "https://127.0.0.1/x",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::1]/x",
  "https://[::ffff:127.0.0.1]/x",
  "https://0x7f.1/x",
  "https://10.0.0.1/x",
  "https://localhost/x",
])("%s gets no connection", async (endpoint) => {
  let outcome = "";
  const count = await connections(async () => {
    outcome = await sendPush(target(endpoint), { count: 1 }, real());
  });
  expect([count, outcome]).toEqual([0, "failed"]);
});

test.each([
  ["that points inside now", ["127.0.0.1"]],
  ["that points inside besides", ["93.184.216.34", "169.254.169.254"]],
  ["without an address", []],
])("a name %s gets no connection, and is looked up once", async (_, addresses) => {
  let asked = 0;
  const lookup = async () => {
    asked += 1;
    return addresses;
  };
  const count = await connections(() =>
    sendPush(target(`https://${HOST}/x`), { count: 1 }, { ...real(), lookup }),
  );
  expect([count, asked]).toEqual([0, 1]);
});

test("other ports and protocols get none either", async () => {
  for (const endpoint of [`https://${HOST}:8443/x`, `http://${HOST}/x`])
    expect(await connections(() => sendPush(target(endpoint), { count: 1 }, options))).toBe(0);
});

test.each([
  [
    "a hidden creator",
    (group: number) => server.sql`insert into group_exclusions values (${group}, 'patreon', '1')`,
  ],
  [
    "a hidden service",
    (group: number) => server.sql`insert into group_exclusions values (${group}, 'patreon', '')`,
  ],
  ["a creator rated too high", () => server.sql`update creators set rating = 2 where id = '1'`],
  [
    "a service rated too high",
    () => server.sql`insert into rating_rules values ('service', 'patreon', 2, false)`,
  ],
  ["posts rated too high", () => server.sql`insert into rating_rules values ('tag', 'adult', 2, false)`],
])("an account in a group is not notified of posts of %s", async (name, hide) => {
  const { sql } = server;
  const group = await addGroup(server, name);
  await sql`update groups set rating = 1 where id = ${group}`;
  const one = await memberOf(server, group, name.replaceAll(" ", "").slice(0, 15));
  await one.post("/v1/favorites/creator/patreon/1");
  expect((await turnOn(one)).status).toBe(200);
  await publish();
  expect(await round()).toBe(1);
  await hide(group);
  const added = new Date(Date.now() + 10 * MINUTE).toISOString().slice(0, -1); // after the first round
  await publish("1", { added, tags: ["adult"] });
  expect(await round(30)).toBe(0);
  await sql`update accounts set group_id = null where id = ${one.id}`;
  expect(await round(60)).toBe(1);
  await sql`delete from rating_rules`;
  await sql`update creators set rating = 0`;
});
