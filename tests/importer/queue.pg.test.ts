/** The queue of imports with real importer processes: killed, stopped and gone on, canceled, refused, and what it leaves. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Logs } from "#backend/imports/connectors/logs.ts";
import { failUnopenable, KEY_LOST } from "#backend/imports/connectors/lost-keys.ts";
import { openImporterKey } from "#backend/imports/connectors/private-key.ts";
import { deleteLeftFolders, startDueImports, sweep } from "#backend/imports/connectors/upkeep.ts";
import { SESSIONS } from "#backend/jobs/sessions.ts";
import type { Import } from "#shared/entities/import.ts";
import { HUMAN_CHECK } from "#shared/rules/importer.ts";
import { BEHIND_PROXY, member, Visitor } from "#tests/support/accounts.ts";
import { bundleProgram } from "#tests/support/programs.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { copyKey, KEY_TIMEOUT_MS } from "./key.ts";

let server: TestServer;
let program: string;
let calls: string;
let keyFile: string;
beforeAll(async () => {
  server = await startServer({ ...BEHIND_PROXY, IMPORTERS: "fanbox,patreon" });
  program = await bundleProgram("tests/importer/process.ts");
  keyFile = await copyKey(server.data);
  calls = join(server.data, "calls");
  await writeFile(calls, "");
  await openImporterKey(server.sql, keyFile);
  // Seen for as long as these tests may take.
  await server.sql`
    insert into importers (id, connectors, seen_at)
    values ('test', '{"fanbox": "invented", "patreon": "invented"}', now() + interval '1 day')`;
}, KEY_TIMEOUT_MS);
afterAll(() => server[Symbol.asyncDispose]());

const started = new Set<ChildProcess>();
interface Pace {
  /** Milliseconds between two posts. */
  pause?: number;
  /** Seconds. */
  turn?: number;
  /** Seconds after which a stopped process loses its import. */
  lease?: number;
}
function start({ pause = 20, turn = 60, lease = 30 }: Pace = {}): ChildProcess {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: server.config.DATABASE_URL,
      ROOST_DATA: server.data,
      IMPORTERS: "fanbox,patreon",
      IMPORTER_KEY_FILE: keyFile,
      LOG_LEVEL: "error",
      TEST_CALLS: calls,
      TEST_PAUSE: String(pause),
      TEST_TURN: String(turn),
      TEST_LEASE: String(lease),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  started.add(child);
  return child;
}
async function kill(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  started.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
afterEach(async () => {
  for (const child of started) await kill(child);
});

const submit = async (visitor: Visitor, name: string, more: object = {}) => {
  const body = { service: "fanbox", session_key: `1_${name}`, ...more };
  const { status, text } = await visitor.post("/v1/importer/submit", body);
  expect([status, text]).toEqual([200, expect.stringContaining("import_id")]);
  return (JSON.parse(text) as { import_id: string }).import_id;
};
const importOf = (id: string) => new Visitor(server).json<Import>(`/v1/imports/${id}`);
const untilState = (id: string, state: string) =>
  expect.poll(async () => (await importOf(id)).state, { interval: 50 }).toBe(state);
const callsOf = async (name: string) =>
  (await readFile(calls, "utf8")).split("\n").filter((line) => line.startsWith(`${name} `));
const postsOf = (name: string) => server.sql`select id from posts where "user" = ${name} order by id`;
const leftOf = async () => await readdir(join(server.data, "importer")).catch(() => []);

describe("with one importer", () => {
  let importer: ChildProcess;
  beforeAll(() => {
    importer = start();
    started.delete(importer); // it runs until the last of these tests
  });
  afterAll(() => kill(importer));

  test("an import ends, its key is gone, and the next one goes on where it ended", async () => {
    const ann = await member(server, "Ann");
    const id = await submit(ann, "first", { save_dms: "1", save_session_key: "1" });
    await untilState(id, "done");
    expect(await importOf(id)).toMatchObject({
      sub_count: 1,
      added: 5,
      retry_count: 0,
      is_key_invalid: false,
      reason: null,
    });
    expect((await importOf(id)).logs.join("\n")).toMatch(/Attempt 1 with invented.*Post 4$/s);
    expect(await server.sql`select sealed from imports where id = ${id}`).toEqual([{ sealed: null }]);
    expect(
      await server.sql`select count(*) as n from file_uses where entity = 'post' and key like 'first-%'`,
    ).toEqual([{ n: 5 }]);
    const again = await submit(ann, "first");
    await untilState(again, "done");
    expect(await importOf(again)).toMatchObject({ added: 0 });
    expect(await callsOf("first")).toHaveLength(5);
    expect(
      await server.sql`select type, extra_info from notifications where account = ${ann.id} order by id`,
    ).toEqual([
      { type: 2, extra_info: { import_id: id, service: "fanbox" } },
      { type: 5, extra_info: { import_id: id, service: "fanbox" } },
      { type: 5, extra_info: { import_id: again, service: "fanbox" } },
    ]);
    expect(
      await server.sql`select hash, status from pending_dms where account = ${ann.id} order by 1`,
    ).toHaveLength(5);
    expect(await server.sql`select from dms`).toEqual([]);
    expect(await server.sql`select from file_uses where entity = 'dm'`).toEqual([]);
    expect(await readdir(join(server.data, "pending-dms", id))).toHaveLength(5);
    expect(await leftOf()).toEqual([]);
  });

  test("an importer stores the files of approved DMs and deletes those of deleted ones at once", async () => {
    const fay = await member(server, "Fay");
    const id = await submit(fay, "review", { save_dms: "1" });
    await untilState(id, "done");
    const approved_hashes = ["review-0", "review-1"];
    const ignored_hashes = ["review-2", "review-3", "review-4"];
    expect((await fay.post("/v1/account/review_dms", { approved_hashes, ignored_hashes })).text).toBe("true");
    const stored = () => server.sql`select from file_uses where entity = 'dm' and key like 'review-%'`;
    await expect.poll(stored).toHaveLength(2);
    const folder = () => readdir(join(server.data, "pending-dms", id)).catch(() => []);
    await expect.poll(folder).toHaveLength(3);
    await fay.post("/v1/account/review_dms", { delete_ignored: true });
    await expect.poll(folder).toEqual([]);
  });

  test("a key that the service refuses is dead, and its account is notified", async () => {
    const bob = await member(server, "Bob");
    const id = await submit(bob, "invalid", { auto_import: "1" });
    await untilState(id, "invalid_key");
    expect(await importOf(id)).toMatchObject({ is_key_invalid: true, key_failed_at: expect.any(String) });
    expect(
      await server.sql`select dead, auto_import, next_import_at from service_keys where account = ${bob.id}`,
    ).toEqual([{ dead: true, auto_import: false, next_import_at: null }]);
    expect(await server.sql`select type from notifications where account = ${bob.id}`).toEqual([{ type: 7 }]);
    expect(await server.sql`select sealed from imports where id = ${id}`).toEqual([{ sealed: null }]);
  });

  test("a failing import waits longer each time, then fails for good with its key kept for less than a day", async () => {
    const cat = await member(server, "Cat");
    const id = await submit(cat, "fails");
    for (let retry = 1; retry <= 4; retry++) {
      await expect.poll(async () => (await importOf(id)).retry_count).toBe(retry);
      expect(await importOf(id)).toMatchObject({
        state: "queued",
        reason: "the site is away",
        resuming_at: expect.any(String),
      });
      await server.sql`update imports set run_at = now() where id = ${id}`;
    }
    await untilState(id, "failed");
    expect(await server.sql`select type from notifications where account = ${cat.id}`).toEqual([{ type: 6 }]);
    const kept = () => server.sql`select sealed is not null as kept from imports where id = ${id}`;
    await sweep(server.sql);
    expect(await kept()).toEqual([{ kept: true }]);
    await server.sql`update imports set finished_at = now() - interval '23 hours 1 minute' where id = ${id}`;
    await server.sql`update import_logs set at = now() - interval '49 hours' where import = ${id}`;
    await sweep(server.sql);
    expect(await kept()).toEqual([{ kept: false }]);
    expect((await importOf(id)).logs).toEqual([]);
  });

  test("an import that meets a human check fails at once, and is not tried again by itself", async () => {
    const ida = await member(server, "Ida");
    const id = await submit(ida, "captcha", { auto_import: "1" });
    await untilState(id, "failed");
    expect(await importOf(id)).toMatchObject({ reason: HUMAN_CHECK, retry_count: 0, resuming_at: null });
    expect(await server.sql`select attempt from imports where id = ${id}`).toEqual([{ attempt: 1 }]);
    expect(await server.sql`select type from notifications where account = ${ida.id}`).toEqual([{ type: 6 }]);
    const later = await server.sql`
    select dead, next_import_at > now() + interval '23 hours' as later from service_keys where account = ${ida.id}`;
    expect(later).toEqual([{ dead: false, later: true }]);
  });

  test("files that a service no longer has are listed with the import, which is done", async () => {
    const id = await submit(new Visitor(server), "gone");
    await untilState(id, "done");
    const { missing_files, logs } = await importOf(id);
    expect(missing_files).toEqual(["gone.png"]);
    expect(logs.join("\n")).toContain("Missing file: gone.png. The next import asks for it again.");
  });

  test("an import that a service puts off waits as long as the service says", async () => {
    const id = await submit(new Visitor(server), "busy");
    await expect.poll(async () => (await importOf(id)).retry_count).toBe(1);
    const { state, resuming_at } = await importOf(id);
    expect(state).toBe("queued");
    expect(Date.parse(`${resuming_at}Z`) - Date.now()).toBeGreaterThan(7_100_000);
    await server.sql`update imports set state = 'canceled', finished_at = now() where id = ${id}`;
  });
});

test("one import at a time of a service and account", async () => {
  const dan = await member(server, "Dan");
  const ids = [await submit(dan, "one"), await submit(dan, "two"), await submit(dan, "three")];
  start();
  start();
  for (const id of ids) await untilState(id, "done");
  // Calls of two that ran at once would alternate.
  const calledBy = (await readFile(calls, "utf8")).split("\n").map((line) => line.split(" ")[0] ?? "");
  const ofDan = calledBy.filter((name) => ["one", "two", "three"].includes(name));
  expect(ofDan).toHaveLength(15);
  expect(ofDan.filter((name, at) => name !== ofDan[at - 1])).toHaveLength(3);
});

test("imports without an end take turns with others that wait", async () => {
  const visitors = Array.from({ length: 3 }, () => new Visitor(server));
  const endless = await Promise.all(visitors.map((visitor, n) => submit(visitor, `endless${n}`)));
  const child = start({ turn: 1 });
  for (const id of endless) await untilState(id, "running");
  const id = await submit(new Visitor(server), "patient");
  await untilState(id, "done");
  for (const [n, visitor] of visitors.entries()) await visitor.post(`/v1/imports/${endless[n]}/cancel`);
  await kill(child, "SIGTERM");
});

test("whoever has nothing running comes before further imports of others", async () => {
  const [greedy, modest] = [new Visitor(server), new Visitor(server)];
  const first = [
    await submit(greedy, "endlessA"),
    await submit(greedy, "endlessB"),
    await submit(greedy, "endlessC"),
  ];
  const last = await submit(modest, "endlessD");
  const child = start({ pause: 200 });
  await untilState(last, "running");
  const states = await Promise.all(first.map(async (id) => (await importOf(id)).state));
  expect(states).toContain("queued");
  for (const id of first) await greedy.post(`/v1/imports/${id}/cancel`);
  await modest.post(`/v1/imports/${last}/cancel`);
  await kill(child, "SIGTERM");
});

test("a key that is submitted again is sealed for the importer that runs", async () => {
  const visitor = new Visitor(server);
  const id = await submit(visitor, "resealed");
  await server.sql`update imports set sealed = '\\x00', sealed_by = 'lost' where id = ${id}`;
  expect(await submit(visitor, "resealed")).toBe(id);
  start();
  await untilState(id, "done");
});

test("imports that no importer can open fail with a reason, and their saved keys are dead", async () => {
  const gus = await member(server, "Gus");
  const [lost, away] = [
    await submit(gus, "lost", { save_session_key: "1" }),
    await submit(new Visitor(server), "away"),
  ];
  await server.sql`
    insert into importer_keys (fingerprint, public_key, seen_at) values
      ('lost', '', now() - interval '61 minutes'), ('away', '', now() - interval '59 minutes')`;
  await server.sql`update imports set sealed_by = 'lost' where id = ${lost}`;
  await server.sql`update imports set sealed_by = 'away' where id = ${away}`;
  await failUnopenable(server.sql);
  expect(await importOf(lost)).toMatchObject({ state: "failed", reason: KEY_LOST });
  expect((await importOf(away)).state).toBe("queued");
  expect(await server.sql`select dead from service_keys where account = ${gus.id}`).toEqual([{ dead: true }]);
  expect(await server.sql`select type from notifications where account = ${gus.id}`).toEqual([{ type: 6 }]);
  await server.sql`delete from importer_keys where fingerprint in ('lost', 'away')`;
  await server.sql`update imports set state = 'canceled', finished_at = now() where id = ${away}`;
});

test("a canceled import ends at once, and nothing of it comes later", async () => {
  const visitor = new Visitor(server);
  const id = await submit(visitor, "canceled");
  const child = start({ pause: 600_000 });
  await expect.poll(() => postsOf("canceled")).not.toEqual([]);
  expect((await visitor.post(`/v1/imports/${id}/cancel`)).text).toBe("true");
  const before = await postsOf("canceled");
  await expect.poll(leftOf).toEqual([]);
  expect(await postsOf("canceled")).toEqual(before);
  expect((await importOf(id)).state).toBe("canceled");
  await kill(child, "SIGTERM");
});

test("SIGTERM puts an import back, and another process goes on where it was", async () => {
  const id = await submit(new Visitor(server), "term");
  const child = start({ pause: 600_000 });
  await expect.poll(() => postsOf("term")).not.toEqual([]);
  await kill(child, "SIGTERM");
  expect(await importOf(id)).toMatchObject({ state: "queued", retry_count: 0 });
  start();
  await untilState(id, "done");
  expect(await postsOf("term")).toHaveLength(5);
});

test("a process that was stopped and goes on writes nothing any more", async () => {
  const name = `stopped${randomBytes(4).toString("hex")}`; // a second attempt starts anew
  const id = await submit(new Visitor(server), name);
  const stopped = start({ pause: 500, lease: 2 });
  await expect.poll(() => postsOf(name)).not.toEqual([]);
  stopped.kill("SIGSTOP");
  start({ lease: 2 });
  await untilState(id, "done");
  expect((await importOf(id)).logs.at(-1)).toContain("Post 4");
  const attempt = () => server.sql`select state, attempt from imports where id = ${id}`;
  const done = await attempt();
  // A write of the stopped attempt would show here.
  await server.sql`update connector_states set state = '{"next": 99}'`;
  await server.sql`delete from import_logs where import = ${id}`;
  stopped.kill("SIGCONT");
  await expect.poll(leftOf).toEqual([]);
  await kill(stopped, "SIGTERM");
  expect(await attempt()).toEqual(done);
  expect(await server.sql`select distinct state from connector_states`).toEqual([{ state: { next: 99 } }]);
  expect((await importOf(id)).logs).toEqual([]);
}, 600_000);

test("a process that was stopped within a statement does not keep its locks", async () => {
  const holder = spawn(process.execPath, [await bundleProgram("tests/importer/lock-holder.ts")], {
    env: { ...process.env, DATABASE_URL: server.config.DATABASE_URL },
    stdio: ["ignore", "ignore", "inherit"],
  });
  started.add(holder);
  const sessions = () => server.sql<{ pid: number; isWithin: boolean }[]>`
    select pid, state = 'active' and wait_event = 'ClientRead' as "isWithin" from pg_stat_activity a
    where application_name = ${SESSIONS} and datname = current_database() and exists (select from pg_locks l where l.pid = a.pid and locktype = 'advisory' and granted)`;
  const isWithin = async () => {
    holder.kill("SIGSTOP");
    // What is still on its way arrives.
    for (let same = 0; same < 3; same++) {
      await sleep(20);
      if ((await sessions())[0]?.isWithin !== true) return !holder.kill("SIGCONT");
    }
    return true;
  };
  await expect.poll(isWithin).toBe(true);
  const [held] = await sessions();
  const id = await submit(new Visitor(server), `held${held?.pid}`);
  start({ lease: 2 });
  await untilState(id, "done");
  expect((await sessions()).map(({ pid }) => pid)).not.toContain(held?.pid);
}, 300_000);

test("a flush waits for lines that another flush is storing", async () => {
  const id = await submit(new Visitor(server), "lines");
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const logs = new Logs(server.sql, id, () => gate);
  logs.add("first");
  const beat = logs.flush();
  let isStored = false;
  const end = logs.flush().then(() => (isStored = true));
  await server.sql`select`;
  expect(isStored).toBe(false);
  open();
  await Promise.all([beat, end]);
  expect((await importOf(id)).logs).toEqual([expect.stringContaining("first")]);
});

test("the working folders of attempts that nobody makes any more are deleted", async () => {
  const id = await submit(new Visitor(server), "left");
  const folders = ["1", "2"].map((attempt) => join(server.data, "importer", `${id}-${attempt}`));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await server.sql`
    update imports set state = 'running', attempt = 2, lease_until = now() + interval '1 minute' where id = ${id}`;
  await deleteLeftFolders(server.sql, server.data);
  expect(await leftOf()).toEqual([`${id}-2`]);
  await server.sql`update imports set state = 'canceled', finished_at = now() where id = ${id}`;
  await deleteLeftFolders(server.sql, server.data);
  expect(await leftOf()).toEqual([]);
});

test("automatic imports come every 24 hours, once, behind those of people", async () => {
  const eve = await member(server, "Eve");
  const id = await submit(eve, "auto", { auto_import: "1" });
  await server.sql`update imports set state = 'done', finished_at = now() where id = ${id}`;
  await server.sql`update service_keys set next_import_at = now() where account = ${eve.id}`;
  await Promise.all([startDueImports(server.sql), startDueImports(server.sql)]);
  const made = await server.sql`
    select i.priority, i.state, next_import_at between now() + interval '23 hours 59 minutes' and now() + interval '25 hours' as later
    from imports i join service_keys k on k.id = i.service_key where i.account = ${eve.id} and i.id <> ${id}`;
  expect(made).toEqual([{ priority: -10, state: "queued", later: true }]);
});

test("no key in clear is in the database or the data folder", async () => {
  const KEYS = "1_(first|review|invalid|fails|canceled|term)";
  const { stdout } = spawn("grep", ["-rlE", KEYS, server.data]);
  const found: Buffer[] = [];
  for await (const part of stdout) found.push(part as Buffer);
  expect(Buffer.concat(found).toString()).toBe("");
  const [row] = await server.sql<
    [{ n: number }]
  >`select count(*) as n from imports where imports::text ~ ${KEYS}`;
  expect(row.n).toBe(0);
});
