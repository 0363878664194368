import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { openDatabase, type Sql } from "./client.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createDatabase();
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  folder = await mkdtemp(join(tmpdir(), "roost-migrate-"));
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text);
const applied = async (sql: Sql) =>
  (await sql`select name from schema_migrations order by name`.values()).flat();
const INDEX = "-- no-transaction\ncreate index concurrently if not exists things_by_name on things (name);\n";

test("each migration is a transaction of its own: a failure keeps those before it", async () => {
  const { sql } = database;
  await file("0001_a", "create table things (name text);");
  await file("0002_b", "create table half (); insert into things values ('lost'); select 1 / 0;");
  await expect(migrate(sql, folder)).rejects.toThrow("division by zero");
  expect(await applied(sql)).toEqual(["0001_a.sql"]);
  expect(await sql`select to_regclass('half') as half, (select count(*) from things) as n`).toEqual([
    { half: null, n: 0 },
  ]);
  await file("0002_b", "create table half ();");
  expect(await migrate(sql, folder)).toEqual(["0002_b.sql"]);
  expect(await migrate(sql, folder)).toEqual([]);
});

test("an applied file that was edited or removed is an error, and nothing is applied", async () => {
  const { sql } = database;
  await file("0001_a", "create table things (name text);");
  await migrate(sql, folder);
  await file("0001_a", "create table others (name text);");
  await file("0002_b", "create table half ();");
  await expect(migrate(sql, folder)).rejects.toThrow("0001_a.sql was edited after it was applied");
  await rm(join(folder, "0001_a.sql"));
  await expect(migrate(sql, folder)).rejects.toThrow("0001_a.sql was applied to this database but is not");
  expect(await applied(sql)).toEqual(["0001_a.sql"]);
});

test("several processes at once apply everything once, an index built concurrently too", async () => {
  await file(
    "0001_a",
    "create table things (name text); insert into things select md5(n::text) from generate_series(1, 2000) n;",
  );
  await file("0002_index", INDEX);
  await file("0003_b", "insert into things values ('once');");
  const pools = [1, 2, 3].map(() => openDatabase(database.url, { max: 1 }));
  const results = await Promise.all(pools.map((sql) => migrate(sql, folder)));
  await Promise.all(pools.map((sql) => sql.end()));
  expect(results.flat().sort()).toEqual(["0001_a.sql", "0002_index.sql", "0003_b.sql"]);
  expect(await database.sql`select count(*) as n from things where name = 'once'`).toEqual([{ n: 1 }]);
  expect(
    await database.sql`select indisvalid from pg_index where indexrelid = 'things_by_name'::regclass`,
  ).toEqual([{ indisvalid: true }]);
});

test("an index whose build was killed is rebuilt by the next run", async () => {
  const { sql, url } = database;
  await file("0001_a", "create table things (name text); insert into things values ('a');");
  await migrate(sql, folder);
  await file("0002_index", INDEX);
  const victim = openDatabase(url, { max: 1, name: "victim" });
  await sql.begin(async (tx) => {
    await tx`insert into things values ('b')`; // the build waits for writers to end
    const killed = expect(migrate(victim, folder)).rejects.toThrow();
    for (let waiting = false; !waiting; ) {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'victim' and wait_event_type = 'Lock' and query like '%concurrently%'`;
      waiting = rows.length > 0;
    }
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'victim'`;
    await killed;
  });
  await victim.end({ timeout: 2 });
  const valid = () => sql`select indisvalid from pg_index where indexrelid = 'things_by_name'::regclass`;
  expect(await valid()).toEqual([{ indisvalid: false }]);
  expect(await migrate(sql, folder)).toEqual(["0002_index.sql"]);
  expect(await valid()).toEqual([{ indisvalid: true }]);
});

test("a migrated connection has its statement timeout back and holds no lock", async () => {
  const sql = openDatabase(database.url, { max: 1, statementTimeout: 4_000 });
  await migrate(sql, folder);
  expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: "4s" }]);
  expect(await sql`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`).toHaveLength(
    0,
  );
  await sql.end();
});
