import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, serverUrl } from "#tests/support/database.ts";
import { openDatabase } from "./client.ts";
import { FILES, guard, unguard } from "./patch-driver.mjs";

const run = promisify(execFile);
const installed = dirname(dirname(dirname(createRequire(import.meta.url).resolve("postgres"))));
const CHILD = new URL("../../tests/support/driver-child.mjs", import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-driver-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type When = "at any time" | "in transactions";

const cut = (home: string, types: "types" | "plain", times: number, when: When) =>
  run(process.execPath, [CHILD, join(home, "src/index.js"), String(times), types, when], {
    env: { ...process.env, DATABASE_URL: serverUrl() },
    timeout: 200_000,
  });

test("the installed driver is guarded, and the guard is exactly reversible", async () => {
  for (const file of FILES) {
    const text = await readFile(join(installed, file), "utf8");
    expect(guard(text, file)).toBe(text);
    expect(unguard(text, file)).not.toBe(text);
    expect(unguard(text, file)).not.toMatch(/roost|lost/);
    expect(guard(unguard(text, file), file)).toBe(text);
  }
  expect(() => guard("something else", "connection.js")).toThrow("expected once, found 0 times");
});

/** A pool of one connection, whose database can end it. */
async function onlyConnection() {
  const database = await createDatabase();
  await database.sql`create table kept (name text)`;
  const sql = openDatabase(database.url, { max: 1 });
  const endBackend = (pid: number) => database.sql`select pg_terminate_backend(${pid}, 10_000)`;
  return {
    sql,
    endBackend,
    end: async (session: Pick<typeof sql, "unsafe">) => {
      const [backend] = await session.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
      await endBackend(backend!.pid);
    },
    kept: async () => (await database.sql<{ name: string }[]>`select name from kept`).map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      await sql.end({ timeout: 2 });
      await database[Symbol.asyncDispose]();
    },
  };
}

test("a transaction whose connection closed between two statements does not go on within another one", async () => {
  await using only = await onlyConnection();
  const steps = new EventEmitter();
  let outcomes: string[] = [];
  const lost = only.sql.begin(async (tx) => {
    await tx`insert into kept values ('lost')`;
    await only.end(tx);
    await once(steps, "second begun");
    const late = [
      tx`insert into kept values ('late')`,
      tx.savepoint((point) => point`insert into kept values ('late, in a savepoint')`),
    ];
    outcomes = (await Promise.allSettled(late)).map(({ status }) => status);
    steps.emit("late tried");
  });
  await expect(lost).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  await only.sql.begin(async (tx) => {
    await tx`insert into kept values ('second')`;
    steps.emit("second begun");
    await once(steps, "late tried");
    await tx`insert into kept values ('second, end')`;
  });
  expect(outcomes).toEqual(["rejected", "rejected"]);
  expect(await only.kept()).toEqual(["second", "second, end"]);
});

test("a reserved connection that closed answers nothing more, also once others have opened it again", async () => {
  await using only = await onlyConnection();
  const session = await only.sql.reserve();
  await session`begin`;
  await session`insert into kept values ('lost')`;
  await only.end(session);
  await expect
    .poll(() =>
      only.sql`insert into kept values ('other')`.then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect(session`insert into kept values ('late')`).rejects.toMatchObject({
    code: "CONNECTION_CLOSED",
  });
  session.release();
  await only.sql`insert into kept values ('after')`;
  expect(await only.kept()).toEqual(["other", "after"]);
});

test("the release of a reserved connection that is closed leaves the pool usable", async () => {
  await using only = await onlyConnection();
  const session = await only.sql.reserve();
  await only.end(session);
  await expect(session`select 1`).rejects.toThrow();
  session.release();
  await only.sql`insert into kept values ('after')`;
  const again = await only.sql.reserve();
  await again`insert into kept values ('again')`;
  again.release();
  await only.sql`insert into kept values ('end')`;
  expect(await only.kept()).toEqual(["after", "again", "end"]);
});

test("a transaction that begins behind a hundred queries has its connection for itself", async () => {
  await using only = await onlyConnection();
  for (const waiting of [99, 100, 101]) {
    const queries = Array.from({ length: waiting }, () => only.sql`select 1`.execute());
    const transaction = only.sql.begin((tx) => tx`insert into kept values (${`behind ${waiting}`})`);
    await Promise.all([...queries, transaction]);
    await only.sql`insert into kept values (${`after ${waiting}`})`;
  }
  expect(await only.kept()).toEqual(
    [99, 100, 101].flatMap((waiting) => [`behind ${waiting}`, `after ${waiting}`]),
  );
});

test("the query after one whose backend was ended has an answer of its own", async () => {
  await using only = await onlyConnection();
  const [backend] = await only.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const sleeping = only.sql`select pg_sleep(60)`.catch((error: { code: string }) => error.code);
  await only.endBackend(backend!.pid);
  expect(await sleeping).toBe("CONNECTION_CLOSED");
  expect(await only.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test("connections cut in the middle of transactions reject their queries and the process keeps running", async () => {
  const tallyOf = async (when: When) =>
    JSON.parse((await cut(installed, "types", 60, when)).stdout) as { rejected: number; done: number };
  const tally = await tallyOf("at any time");
  expect(tally).toMatchObject({ hung: 0, usable: true });
  expect(tally.rejected).toBeGreaterThan(10);
  expect(tally.done).toBeGreaterThan(0); // how many depends on the machine
  // After cuts within milliseconds of each other the driver may leave a query without an answer, with the guard too.
  const quick = await tallyOf("in transactions");
  expect(quick).toMatchObject({ usable: true });
  expect(quick.rejected).toBeGreaterThan(10);
});

test("without the guard the same cuts end the process", async () => {
  const home = join(folder, "postgres");
  await cp(installed, home, { recursive: true });
  for (const file of FILES)
    await writeFile(join(home, file), unguard(await readFile(join(home, file), "utf8"), file));
  // One of the first that hit a transaction ends it.
  await expect(cut(home, "plain", 1_000, "in transactions")).rejects.toThrow(
    /Cannot read properties of null \(reading 'write'\)/,
  );
  await expect(cut(home, "types", 1_000, "in transactions")).rejects.toThrow(
    /triggerUncaughtException|Uncaught|Cannot read properties/,
  );
});
