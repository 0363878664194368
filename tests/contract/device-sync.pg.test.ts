/** Sealed segments on the server: order, limits, whose they are. Who may call is in account-access.pg.test.ts. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_SEGMENT_BYTES, MAX_SEGMENTS, MAX_SYNCED_BYTES } from "#shared/rules/device-sync.ts";
import { BEHIND_PROXY, member, refusal, type Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const PATH = "/v1/account/sync";
const [KEY, OTHER] = ["a".repeat(32), "b".repeat(32)];
let server: TestServer;
let [ann, bob]: (Visitor & { id: number })[] = [];
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  [ann, bob] = [await member(server, "Ann"), await member(server, "Bob")];
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.sql`truncate sync_accounts, rate_limits cascade`);

interface Page {
  key_id: string | null;
  seq: number;
  snapshot: number;
  now: number;
  segments: { seq: number; device: string; number: number; at: number; bytes: string }[];
}

const segment = (number: number, { device = "d".repeat(10), size = 40 } = {}) => ({
  device,
  number,
  bytes: randomBytes(size).toString("base64"),
});
const start = (key_id = KEY, visitor: Visitor = ann!) => visitor.send("PUT", PATH, { key_id });
const push = (segments: unknown[], key_id = KEY, visitor: Visitor = ann!) =>
  visitor.post(`${PATH}/segments`, { key_id, segments });
const snapshot = (change: object) =>
  ann!.post(`${PATH}/snapshot`, { key_id: KEY, since: 0, to: 0, keep: [], segments: [], ...change });
const pull = (after = 0, visitor: Visitor = ann!) => visitor.json<Page>(`${PATH}?after=${after}`);
const seqsOf = ({ segments }: Page) => segments.map(({ seq }) => seq);
const refused = ({ status, text }: { status: number; text: string }) => [status, text];

test("nothing is there before sync is turned on", async () => {
  expect(await pull()).toEqual({ key_id: null, seq: 0, snapshot: 0, now: expect.any(Number), segments: [] });
  expect(refused(await push([segment(0)]))).toEqual([404, refusal("Sync is not turned on.")]);
  expect(refused(await snapshot({}))).toEqual([404, refusal("Sync is not turned on.")]);
});

test("segments come back in their order, each with its place, to their account alone", async () => {
  await start();
  await start(OTHER, bob);
  const [first, second, third] = [segment(0), segment(1), segment(0, { device: "e".repeat(10) })];
  expect(JSON.parse((await push([first, second])).text)).toEqual({ seqs: [1, 2] });
  expect(JSON.parse((await push([third])).text)).toEqual({ seqs: [3] });
  const page = await pull();
  expect(page).toMatchObject({ key_id: KEY, seq: 3, snapshot: 0 });
  expect(page.segments).toEqual([
    { seq: 1, at: expect.any(Number), ...first },
    { seq: 2, at: expect.any(Number), ...second },
    { seq: 3, at: expect.any(Number), ...third },
  ]);
  expect(Math.abs(page.now - page.segments[0]!.at)).toBeLessThan(600_000);
  expect(seqsOf(await pull(2))).toEqual([3]);
  expect(await pull(0, bob)).toMatchObject({ key_id: OTHER, seq: 0, segments: [] });
});

test("a push that is repeated, whole or in part, stores nothing twice", async () => {
  await start();
  const [first, second] = [segment(0), segment(1)];
  await push([first]);
  const [one, two] = await Promise.all([push([first, second]), push([first, second])]);
  expect([one, two].map(({ text }) => JSON.parse(text))).toEqual([{ seqs: [1, 2] }, { seqs: [1, 2] }]);
  expect(seqsOf(await pull())).toEqual([1, 2]);
});

test("a number that was used for other bytes is refused, and nothing of that push is stored", async () => {
  await start();
  await push([segment(0)]);
  const answer = await push([segment(1), segment(0)]);
  expect(refused(answer)).toEqual([409, refusal("The device has used this number for another segment.")]);
  expect(seqsOf(await pull())).toEqual([1]);
});

test("other words are refused before the first write", async () => {
  await start();
  await push([segment(0)]);
  const answers = [
    await start(OTHER),
    await push([segment(1)], OTHER),
    await snapshot({ key_id: OTHER, to: 1, segments: [segment(2)] }),
    await ann!.post(`${PATH}/words`, { key_id: OTHER, new_key_id: OTHER, to: 1, segments: [] }),
  ];
  for (const answer of answers)
    expect(refused(answer)).toEqual([409, refusal("This account syncs with other words.")]);
  expect(await pull()).toMatchObject({ key_id: KEY, seq: 1, snapshot: 0 });
});

test.each([
  [{}, "Expected the name of a key."],
  [{ key_id: KEY.slice(1), segments: [] }, "Expected the name of a key."],
  [{ key_id: KEY }, "Expected segments."],
  [{ key_id: KEY, segments: [{}] }, "Expected segments."],
  [{ key_id: KEY, segments: [{ ...segment(0), more: 1 }] }, "Expected segments."],
  [{ key_id: KEY, segments: [segment(-1)] }, "Expected the number of a segment."],
  [{ key_id: KEY, segments: [{ ...segment(0), device: "D" }] }, "Expected segments."],
  [{ key_id: KEY, segments: [{ ...segment(0), bytes: "" }] }, "Expected segments."],
  [{ key_id: KEY, segments: [{ ...segment(0), bytes: "a b=" }] }, "Expected segments."],
  [{ key_id: KEY, segments: [{ ...segment(0), bytes: "aaa" }] }, "Expected segments."],
  [
    { key_id: KEY, segments: [segment(0, { size: MAX_SEGMENT_BYTES + 1 })] },
    "Expected segments of at most 262144 bytes.",
  ],
  [{ key_id: KEY, segments: Array(65).fill(segment(0)) }, "Expected segments."],
] as [object, string][])("a push of something else is refused: %#", async (body, message) => {
  await start();
  const answer = await ann!.post(`${PATH}/segments`, body);
  expect(refused(answer)).toEqual([400, refusal(message)]);
  expect(await pull()).toMatchObject({ seq: 0, segments: [] });
});

test("an account may have 2,048 segments, however small", async () => {
  await start();
  await server.sql`
    insert into sync_segments (account, seq, device, number, bytes)
    select ${ann!.id}, n, 'dddddddddd', n, 'abc' from generate_series(1, ${MAX_SEGMENTS - 1}) n`;
  await server.sql`update sync_accounts set seq = ${MAX_SEGMENTS}`;
  expect((await push([segment(MAX_SEGMENTS)])).status).toBe(200);
  const full = await push([segment(MAX_SEGMENTS + 1)]);
  expect(refused(full)).toEqual([413, refusal("There is no space left for what this account syncs.")]);
});

test("a segment may have 256 KiB, an account 16 MiB, and answers come in pages", async () => {
  await start();
  const most = MAX_SYNCED_BYTES / MAX_SEGMENT_BYTES;
  for (let number = 0; number < most; number += 2)
    expect(
      (await push([number, number + 1].map((one) => segment(one, { size: MAX_SEGMENT_BYTES })))).status,
    ).toBe(200);
  const full = await push([segment(most)]);
  expect(refused(full)).toEqual([413, refusal("There is no space left for what this account syncs.")]);
  const page = await pull();
  expect([page.seq, seqsOf(page)]).toEqual([64, [1, 2]]);
  expect(seqsOf(await pull(63))).toEqual([64]);
  // What replaces it may be as much again.
  const segments = Array.from({ length: most }, (_, at) => segment(100 + at, { size: MAX_SEGMENT_BYTES }));
  expect((await snapshot({ to: 64, segments })).status).toBe(200);
  expect((await start(OTHER, bob)).status).toBe(200);
  expect((await push([segment(0)], OTHER, bob)).status).toBe(200);
});

test("a snapshot takes the place of what it contains; what came after it and what nobody could read stays", async () => {
  await start();
  await push([0, 1, 2, 3, 4, 5].map((number) => segment(number)));
  expect((await snapshot({ to: 5, keep: [4], segments: [segment(6), segment(7)] })).text).toBe("true");
  const { seq, snapshot: to, segments } = await pull();
  expect([seq, to]).toEqual([6, 5]);
  expect(segments.map(({ seq: at, number }) => [at, number])).toEqual([
    [3, 6],
    [4, 3],
    [5, 7],
    [6, 5],
  ]);
  expect(seqsOf(await pull(5))).toEqual([6]);
});

test.each([
  ["that another device has replaced meanwhile", { since: 1, to: 2 }],
  ["that is not there yet", { to: 3 }],
  ["of nothing", { to: 0 }],
  ["with more parts than it replaces", { to: 1, segments: [segment(6), segment(7)] }],
])("a snapshot %s changes nothing", async (_, change) => {
  await start();
  await push([segment(0), segment(1)]);
  const answer = await snapshot({ segments: [segment(6)], ...change });
  expect(refused(answer)).toEqual([409, refusal("Another device was faster.")]);
  expect(seqsOf(await pull())).toEqual([1, 2]);
});

test("of two devices that store a snapshot at once, one gets a conflict", async () => {
  await start();
  await push([segment(0), segment(1)]);
  const both = await Promise.all([
    snapshot({ to: 2, segments: [segment(6)] }),
    snapshot({ to: 2, segments: [segment(0, { device: "e".repeat(10) })] }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await pull()).segments).toHaveLength(1);
});

test("whoever has read up to a number has missed none below it, however many push at once", async () => {
  await start();
  const devices = Array.from({ length: 8 }, (_, at) => String(at).repeat(10));
  const reader = (async () => {
    const seen: number[] = [];
    while (seen.length < 8 * 5) seen.push(...seqsOf(await pull(seen.at(-1) ?? 0)));
    return seen;
  })();
  await Promise.all(
    devices.map(async (device) => {
      for (let number = 0; number < 5; number++) await push([segment(number, { device })]);
    }),
  );
  expect(await reader).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});

test("new words delete all that was there, and the old ones are refused from then on", async () => {
  await start();
  await push([segment(0), segment(1)]);
  const outdated = await ann!.post(`${PATH}/words`, { key_id: KEY, new_key_id: OTHER, to: 1, segments: [] });
  expect(refused(outdated)).toEqual([409, refusal("Another device was faster.")]);
  const [fresh] = [segment(0, { device: "e".repeat(10) })];
  const answer = await ann!.post(`${PATH}/words`, {
    key_id: KEY,
    new_key_id: OTHER,
    to: 2,
    segments: [fresh],
  });
  expect([answer.status, answer.text]).toEqual([200, '{"seq":1}']);
  expect(await pull()).toMatchObject({ key_id: OTHER, seq: 1, snapshot: 0, segments: [fresh] });
  expect((await push([segment(2)])).status).toBe(409);
});

test("turned off, nothing is left; one's own data has all of it, and so does deleting the account", async () => {
  const eve = await member(server, "Eve");
  const of = async () => (await eve.json<{ sync: object | null }>("/v1/account/data")).sync;
  expect(await of()).toBeNull();
  await start(KEY, eve);
  const one = segment(0);
  await push([one], KEY, eve);
  expect(await of()).toEqual({
    key_id: KEY,
    segments: [{ device: one.device, pushed_at: expect.any(String), bytes: one.bytes }],
  });
  expect((await eve.send("DELETE", PATH)).text).toBe("true");
  expect(await server.sql`select * from sync_segments`).toHaveLength(0);
  await start(KEY, eve);
  await push([one], KEY, eve);
  expect((await eve.post("/v1/account/delete")).status).toBe(200);
  expect(
    await server.sql`select account from sync_segments union all select account from sync_accounts`,
  ).toEqual([]);
});
