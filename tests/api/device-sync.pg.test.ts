/** Devices with the same words against the real server, over a connection that loses and doubles what is sent. */
import { randomInt } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_LOG_SEGMENTS } from "#shared/rules/device-sync.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { backUp } from "#tests/support/backup.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { syncOnce } from "../../pwa/features/library/device-sync/engine.ts";
import { checkWords, newState } from "../../pwa/features/library/device-sync/join.ts";
import type { Kind } from "../../pwa/features/library/device-sync/kind.ts";
import {
  type Pulled,
  RefusedError,
  type Remote,
  type Sealed,
} from "../../pwa/features/library/device-sync/protocol.ts";
import type { Value } from "../../pwa/features/library/device-sync/records.ts";
import { exchangeKey } from "../../pwa/features/library/device-sync/snapshot.ts";
import type { DeviceState, KindState, SyncStore } from "../../pwa/features/library/device-sync/state.ts";
import { bytesOf, newWords } from "../../pwa/features/library/device-sync/words.ts";

const PATH = "/v1/account/sync";
const DAY = 86_400_000;
/** Lines of the server's log. */
const logged: string[] = [];
let server: TestServer;
let ann: Visitor & { id: number };
beforeAll(async () => {
  const log = pino({ level: "trace" }, { write: (line) => logged.push(line) });
  server = await startServer(BEHIND_PROXY, { log });
  ann = await member(server, "Ann");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.sql`truncate sync_accounts, rate_limits cascade`);

class LostError extends Error {}

/** The server as the app reaches it; `faults` may lose a request or its answer, or send it twice. */
class Connection implements Remote {
  readonly visitor: Visitor;
  faults: () => "none" | "lost" | "answer lost" | "doubled" = () => "none";
  /** Bodies of all requests. */
  readonly sent: string[] = [];

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const fault = this.faults();
    if (fault === "lost") throw new LostError();
    this.sent.push(`${path} ${JSON.stringify(body ?? "")}`);
    if (fault === "doubled") await this.visitor.send(method, path, body);
    const { status, text } = await this.visitor.send(method, path, body);
    if (fault === "answer lost") throw new LostError();
    if (status === 200) return JSON.parse(text) as T;
    const { error } = JSON.parse(text) as { error: string };
    if (error.includes("words")) throw new RefusedError("words");
    if (error.includes("number")) throw new RefusedError("taken");
    if (error.includes("faster")) throw new RefusedError("outdated");
    throw new Error(text);
  }

  async pull(after: number): Promise<Pulled> {
    type Answer = Omit<Pulled, "segments"> & { segments: (Pulled["segments"][number] & { bytes: string })[] };
    const page = await this.#send<Answer>("GET", `${PATH}?after=${after}`);
    const segments = page.segments.map((one) => ({
      ...one,
      bytes: new Uint8Array(Buffer.from(one.bytes, "base64")),
    }));
    return { ...page, segments };
  }

  async push(keyId: string, segments: readonly Sealed[]): Promise<number[]> {
    const body = { key_id: keyId, segments: segments.map(inBase64) };
    return (await this.#send<{ seqs: number[] }>("POST", `${PATH}/segments`, body)).seqs;
  }

  async storeSnapshot({ keyId, segments, ...rest }: Parameters<Remote["storeSnapshot"]>[0]): Promise<void> {
    await this.#send("POST", `${PATH}/snapshot`, {
      key_id: keyId,
      ...rest,
      segments: segments.map(inBase64),
    });
  }

  async replaceWords({
    keyId,
    newKeyId,
    to,
    segments,
  }: Parameters<Remote["replaceWords"]>[0]): Promise<number> {
    const body = { key_id: keyId, new_key_id: newKeyId, to, segments: segments.map(inBase64) };
    return (await this.#send<{ seq: number }>("POST", `${PATH}/words`, body)).seq;
  }
}

const inBase64 = ({ bytes, ...rest }: Sealed) => ({ ...rest, bytes: Buffer.from(bytes).toString("base64") });

/** Storage that keeps copies, as IndexedDB does; a device may be killed at any time it writes. */
class Memory implements SyncStore {
  #device: DeviceState | undefined;
  readonly #kinds = new Map<string, KindState>();
  isKilled = () => false;

  device = async () => this.#device && { ...this.#device, ...this.#parts(this.#device) };
  kind = async (name: string) => structuredClone(this.#kinds.get(name));
  kinds = async () => [...this.#kinds.keys()];
  async save(device: DeviceState, kinds: ReadonlyMap<string, KindState>): Promise<void> {
    if (this.isKilled()) throw new LostError();
    this.#device = { ...device, ...this.#parts(device) };
    for (const [name, state] of kinds) this.#kinds.set(name, structuredClone(state));
  }
  #parts = ({ outbox, unreadable, unsealed, unshown }: DeviceState) =>
    structuredClone({ outbox, unreadable, unsealed, unshown });
}

class MemoryKind implements Kind {
  readonly name: string;
  readonly values = new Map<string, Value>();
  max?: number;
  constructor(name: string) {
    this.name = name;
  }
  read = () => new Map(this.values);
  write(values: ReadonlyMap<string, Value>): void {
    this.values.clear();
    for (const [id, value] of values) this.values.set(id, value);
  }
  subscribe = () => () => {};
}

const NAMES = ["seen", "mute", "place"];

class Device {
  readonly store = new Memory();
  readonly remote = new Connection(ann);
  readonly kinds = NAMES.map((name) => new MemoryKind(name));
  /** Milliseconds that its clock is wrong by. */
  skew = 0;

  static async join(words: readonly string[], { skew = 0, isFirst = false } = {}): Promise<Device> {
    const device = new Device();
    device.skew = skew;
    const state = await newState(ann.id, bytesOf(words)!);
    if (isFirst) await ann.send("PUT", PATH, { key_id: state.keyId });
    await checkWords(device.remote, state);
    await device.store.save(state, new Map());
    return device;
  }

  async sync(): Promise<void> {
    const { store, remote, kinds } = this;
    const now = () => Date.now() + this.skew;
    const names = kinds.map(({ name }) => name);
    while ((await syncOnce({ store, remote, kinds, now }, names)) === true);
  }

  /** Goes on after what was lost and where it was killed. */
  async syncAtLast(): Promise<void> {
    this.remote.faults = () => "none";
    this.store.isKilled = () => false;
    await this.sync();
  }

  kind = (name: string) => this.kinds.find((one) => one.name === name)!;
  digest = () =>
    JSON.stringify(
      this.kinds.map(({ name, values }) => [name, [...values].sort(([a], [b]) => (a < b ? -1 : 1))]),
    );
}

const seenBy = (device: Device) => [...device.kind("seen").values.keys()].sort();

test("seen marks of one device reach the other, and so does their removal", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  phone.kind("seen").values.set("1", 1).set("2", 1);
  phone.kind("place").values.set("latest", { image: 14 });
  await phone.sync();
  const desktop = await Device.join(words);
  desktop.kind("seen").values.set("3", 1);
  await desktop.sync();
  expect(seenBy(desktop)).toEqual(["1", "2", "3"]);
  expect(desktop.kind("place").values.get("latest")).toEqual({ image: 14 });
  desktop.kind("seen").values.delete("1");
  await desktop.sync();
  await phone.sync();
  expect(seenBy(phone)).toEqual(["2", "3"]);
  expect(phone.digest()).toBe(desktop.digest());
});

test("a kind that an older app does not know is there once it is updated", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  const desktop = await Device.join(words);
  await desktop.sync();
  phone.kinds.push(new MemoryKind("search"));
  phone.kind("search").values.set("1", { q: "sea" });
  await phone.sync();
  for (let round = 0; round < 2; round++) await desktop.sync();
  desktop.kinds.push(new MemoryKind("search"));
  desktop.kind("search").values.set("2", { q: "sky" });
  await desktop.sync();
  await phone.sync();
  expect([...desktop.kind("search").values.keys()].sort()).toEqual(["1", "2"]);
  expect(phone.digest()).toBe(desktop.digest());
});

test("a database connection that dies within a snapshot changes nothing, and the next round stores it", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  for (let at = 0; at <= MAX_LOG_SEGMENTS; at++) {
    phone.kind("seen").values.set(String(at), 1);
    if (at < MAX_LOG_SEGMENTS) await phone.sync();
  }
  const { sql } = server;
  const stored = () => sql`select seq, device, number, bytes from sync_segments order by seq`;
  const log = await stored();
  expect(log).toHaveLength(MAX_LOG_SEGMENTS);
  const isFinished = await sql.begin(async (tx) => {
    // The snapshot has the account and deletes segments, when it comes to this one.
    await tx`select from sync_segments where seq = 40 for update`;
    const syncing = phone.sync().then(
      () => true,
      () => false,
    );
    await expect.poll(() => killWaiting()).toBe(1);
    return await syncing;
  });
  expect(isFinished).toBe(false);
  expect((await stored()).slice(0, MAX_LOG_SEGMENTS)).toEqual(log);
  expect(await sql`select from sync_accounts where snapshot > 0`).toHaveLength(0);
  phone.kind("seen").values.set("last", 1);
  await phone.sync();
  expect(await sql`select from sync_accounts where snapshot > 0`).toHaveLength(1);
  const desktop = await Device.join(words);
  await desktop.sync();
  expect(desktop.digest()).toBe(phone.digest());
});

/** Ends the connections that wait to delete segments. @returns how many there were */
async function killWaiting(): Promise<number> {
  const { count } = await server.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from sync_segments%'`;
  return count;
}

test("three devices with wrong clocks, 10,000 edits, lost and doubled answers, killed in the middle: all agree", async () => {
  const words = newWords();
  const devices = [
    await Device.join(words, { skew: -DAY, isFirst: true }),
    await Device.join(words),
    await Device.join(words, { skew: 365 * DAY }),
  ];
  for (const device of devices) await device.sync();
  const faults = ["none", "none", "none", "lost", "answer lost", "doubled"] as const;
  for (const device of devices) {
    device.remote.faults = () => faults[randomInt(faults.length)] ?? "none";
    device.store.isKilled = () => randomInt(12) === 0;
  }
  let failures = 0;
  for (let edits = 0; edits < 10_000; edits += 40) {
    const device = devices[randomInt(devices.length)]!;
    // A clock may change at any time, too.
    if (randomInt(20) === 0) device.skew = randomInt(-24, 24 * 365) * 3_600_000;
    for (let edit = 0; edit < 40; edit++) {
      const { values } = device.kinds[randomInt(NAMES.length)]!;
      const id = String(randomInt(400));
      if (randomInt(3) === 0) values.delete(id);
      else values.set(id, randomInt(1_000_000));
    }
    await device.sync().catch((error: unknown) => {
      if (!(error instanceof LostError)) throw error;
      failures += 1;
    });
  }
  expect(failures).toBeGreaterThan(20);
  for (let round = 0; round < 2; round++) for (const device of devices) await device.syncAtLast();
  const [one, two, three] = devices.map((device) => device.digest());
  expect(two).toBe(one);
  expect(three).toBe(one);
  const [{ snapshot, segments }] = await server.sql<[{ snapshot: number; segments: number }]>`
    select snapshot, (select count(*) from sync_segments) as segments from sync_accounts`;
  expect(snapshot).toBeGreaterThan(64);
  expect(segments).toBeLessThan(200);
  // A device that joins has the same.
  const fourth = await Device.join(words);
  await fourth.sync();
  expect(fourth.digest()).toBe(one);
});

test("a stamp of a clock a year ahead does not win for a year", async () => {
  const words = newWords();
  const wrong = await Device.join(words, { isFirst: true });
  await wrong.sync();
  wrong.skew = 365 * DAY; // after it has asked the server for the time
  wrong.remote.faults = () => "lost";
  wrong.kind("place").values.set("latest", "wrong");
  await expect(wrong.sync()).rejects.toThrow(LostError);
  wrong.remote.faults = () => "none";
  await wrong.sync();
  const right = await Device.join(words);
  await right.sync();
  right.kind("place").values.set("latest", "right");
  await right.sync();
  await wrong.sync();
  expect(wrong.kind("place").values.get("latest")).toBe("right");
});

test("seen posts are in no dump, no request of sync and no log, whether reading works or fails", async () => {
  const canary = "8417263905517263";
  const { sql } = server;
  await buildCreator(sql, { id: "77" });
  await buildPost(sql, { id: canary, user: "77", title: "Lighthouse" });
  const page = `/v1/patreon/user/77/post/${canary}`;
  /** Rows that name it. */
  const rows = async () =>
    [...(await backUp(sql))].flatMap(([table, text]) =>
      text.split("\n").flatMap((row) => (includes(row, canary) ? [`${table} ${row}`] : [])),
    );
  const before = await rows();
  expect(before.some((row) => row.startsWith("posts "))).toBe(true);

  logged.length = 0;
  expect((await ann.send("GET", page)).status).toBe(200);
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  phone.kind("seen").values.set(`patreon/77:${canary}`, 1);
  phone.kind("place").values.set("latest", { post: canary, image: 14 });
  phone.kind("mute").values.set(`word/${canary}`, canary);
  await phone.sync();
  for (let at = 0; at <= MAX_LOG_SEGMENTS; at++) {
    phone.kind("place").values.set("latest", { post: canary, image: at });
    await phone.sync();
  }
  const desktop = await Device.join(words);
  await desktop.sync();
  expect(seenBy(desktop)).toEqual([`patreon/77:${canary}`]);
  expect((await sql`select from sync_accounts where snapshot > 0`).length).toBe(1);

  expect(await rows()).toEqual(before);
  const sent = [...phone.remote.sent, ...desktop.remote.sent];
  expect(sent.some((request) => request.startsWith(`${PATH}/snapshot`))).toBe(true);
  expect(sent.filter((request) => includes(request, canary))).toEqual([]);
  expect(logged.filter((line) => includes(line, canary))).toEqual([]);

  // A failure is logged with its path, and with nothing that leads to the account.
  await sql`alter table posts rename to posts_elsewhere`;
  const { status } = await ann.send("GET", page);
  await sql`alter table posts_elsewhere rename to posts`;
  expect(status).toBe(500);
  const failures = logged.filter((line) => includes(line, canary));
  expect(failures.length).toBeGreaterThan(0);
  const [{ session }] = await sql<[{ session: string }]>`
    select id as session from account_sessions where account = ${ann.id}`;
  for (const line of failures)
    for (const trace of ["Ann", session, "cookie", "account", "session"]) expect(line).not.toContain(trace);
});

/** Searches a text for a canary, plain or inside bytes as dumps and requests print them. */
function includes(text: string, canary: string): boolean {
  if (text.includes(canary) || text.includes(Buffer.from(canary).toString("hex"))) return true;
  return [...text.matchAll(/"bytes":"([^"]+)"/g)].some(([, bytes = ""]) =>
    Buffer.from(bytes, "base64").includes(canary),
  );
}

test("wrong words write nothing", async () => {
  const phone = await Device.join(newWords(), { isFirst: true });
  await phone.sync();
  const before = await server.sql`select * from sync_accounts natural left join sync_segments`;
  await expect(Device.join(newWords())).rejects.toThrow(RefusedError);
  const other = new Device();
  await other.store.save(await newState(ann.id, bytesOf(newWords())!), new Map());
  other.kind("seen").values.set("1", 1);
  await expect(other.sync()).rejects.toThrow(RefusedError);
  expect(await server.sql`select * from sync_accounts natural left join sync_segments`).toEqual(before);
});

test("a segment with a flipped byte is skipped and counted, and no snapshot deletes it", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  for (const id of ["1", "2", "3"]) {
    phone.kind("seen").values.set(id, 1);
    await phone.sync();
  }
  await server.sql`update sync_segments set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1) where seq = 2`;
  const desktop = await Device.join(words);
  await desktop.sync();
  expect(seenBy(desktop)).toEqual(["1", "3"]);
  expect((await desktop.store.device())?.unreadable).toEqual([2]);
  for (let at = 0; at < 70; at++) {
    desktop.kind("place").values.set("latest", at);
    await desktop.sync();
  }
  const rows = await server.sql<{ seq: number }[]>`select seq from sync_segments order by seq`;
  expect(rows.length).toBeLessThan(20);
  expect(rows.map(({ seq }) => seq)).toContain(2);
  expect((await desktop.store.device())?.unreadable).toEqual([2]);
  await phone.sync();
  expect(seenBy(phone)).toEqual(["1", "2", "3"]);
});

test("segments that the server swaps between two accounts are not taken", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  phone.kind("seen").values.set("1", 1);
  await phone.sync();
  const bob = await member(server, "Bob");
  const state = await newState(bob.id, bytesOf(words)!); // even with the same words
  await bob.send("PUT", PATH, { key_id: state.keyId });
  await server.sql`update sync_segments set account = ${bob.id}`;
  await server.sql`update sync_accounts set seq = 1 where account = ${bob.id}`;
  const store = new Memory();
  await store.save(state, new Map());
  const kind = new MemoryKind("seen");
  await syncOnce({ store, remote: new Connection(bob), kinds: [kind] }, []);
  expect([...kind.values]).toEqual([]);
  expect((await store.device())?.unreadable).toEqual([1]);
});

test("a device that was away for 200 days undoes nothing of the others, and brings what it changed", async () => {
  const words = newWords();
  const day = Date.now() - 200 * DAY;
  const away = await Device.join(words, { isFirst: true });
  const here = await Device.join(words);
  away.kind("seen").values.set("deleted elsewhere", 1).set("stays", 1);
  await away.sync();
  await here.sync();
  // Time passes: all that is stored becomes old, the deletion so old that it is forgotten.
  here.kind("seen").values.delete("deleted elsewhere");
  await here.sync();
  const state = (await here.store.kind("seen"))!;
  state.entries.delete("deleted elsewhere");
  await here.store.save((await here.store.device())!, new Map([["seen", state]]));
  for (let at = 0; at < 70; at++) {
    here.kind("place").values.set("latest", at);
    await here.sync();
  }
  await away.store.save({ ...(await away.store.device())!, syncedAt: day }, new Map());
  away.remote.faults = () => "lost";
  away.kind("seen").values.set("made while away", 1);
  await expect(away.sync()).rejects.toThrow(LostError);
  await away.syncAtLast();
  await here.sync();
  expect(seenBy(away)).toEqual(["made while away", "stays"]);
  expect(here.digest()).toBe(away.digest());
});

test("new words: all is there under them, the old segments are gone, and so is who has the old words", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  const lost = await Device.join(words);
  phone.kind("seen").values.set("1", 1).set("2", 1);
  await phone.sync();
  phone.kind("seen").values.delete("2");
  await phone.sync();
  await lost.sync();
  const before = (await phone.store.device())!;
  const fresh = newWords();
  const next = await newState(ann.id, bytesOf(fresh)!);
  const kinds = await exchangeKey(phone, before, next);
  await phone.store.save(next, kinds);
  lost.kind("seen").values.set("3", 1);
  await expect(lost.sync()).rejects.toThrow(RefusedError);
  const desktop = await Device.join(fresh);
  desktop.kind("seen").values.set("4", 1);
  await desktop.sync();
  await phone.sync();
  expect([seenBy(desktop), seenBy(phone)]).toEqual([
    ["1", "4"],
    ["1", "4"],
  ]);
  const devices = await server.sql<{ device: string }[]>`select device from sync_segments`;
  expect(devices.map(({ device }) => device)).not.toContain(before.device);
});

test("marks that a device drops for newer ones are not taken back; one that somebody takes back is", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  const desktop = await Device.join(words);
  const { values } = phone.kind("seen");
  phone.kind("seen").max = 3;
  for (const id of ["1", "2", "3"]) values.set(id, 1);
  await phone.sync();
  values.delete("1");
  values.set("4", 1);
  await phone.sync();
  await desktop.sync();
  expect(seenBy(desktop)).toEqual(["1", "2", "3", "4"]);
  values.delete("2");
  await phone.sync();
  await desktop.sync();
  expect(seenBy(desktop)).toEqual(["1", "3", "4"]);
});

test("a copy of a device, as of a restored disk, goes on under another name and loses nothing", async () => {
  const words = newWords();
  const phone = await Device.join(words, { isFirst: true });
  await phone.sync();
  const copy = new Device();
  await copy.store.save((await phone.store.device())!, new Map());
  phone.kind("seen").values.set("1", 1);
  await phone.sync();
  copy.kind("seen").values.set("2", 1);
  await copy.sync();
  await phone.sync();
  await copy.sync();
  expect([seenBy(phone), seenBy(copy)]).toEqual([
    ["1", "2"],
    ["1", "2"],
  ]);
});

test("no dump of the database and no request has what was read", async () => {
  const phone = await Device.join(newWords(), { isFirst: true });
  phone.kind("seen").values.set("patreon/canary:post-4711-of-this-test", 1);
  phone.kind("place").values.set("latest", { href: "/patreon/user/canary/post/post-4711-of-this-test" });
  await phone.sync();
  const rows = await server.sql<{ text: string }[]>`
    select s::text || encode(bytes, 'escape') as text from sync_segments s union all select a::text from sync_accounts a`;
  expect(rows.length).toBeGreaterThan(1);
  expect(phone.remote.sent.length).toBeGreaterThan(1);
  for (const text of [...rows.map((row) => row.text), ...phone.remote.sent]) {
    expect(text).not.toContain("canary");
    expect(text).not.toContain("post-4711-of-this-test");
  }
});
