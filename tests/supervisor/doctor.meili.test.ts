/** `roost doctor`, against engines and folders that are as they should be, and that are not. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "#backend/version.ts";
import { filePath } from "#shared/rules/files.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";
import { ROOST } from "#tests/support/roost.ts";
import { canMount, withSmallDisk } from "#tests/support/small-disk.ts";

let index: TestIndex;
let data: string;
beforeAll(async () => {
  index = await createIndex();
  data = await mkdtemp(join(tmpdir(), "roost-doctor-test-"));
});
afterAll(async () => {
  await index[Symbol.asyncDispose]();
  await rm(data, { recursive: true });
});

async function doctor(
  settings: Record<string, string> = {},
  wrap = (command: string[]) => command,
): Promise<{ code: number; output: string }> {
  const { url, key, prefix } = index.meili;
  const [program = "", ...args] = wrap([process.execPath, ROOST, "doctor"]);
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ROOST_DATA: data,
      DATABASE_URL: index.database.url,
      MEILI_URL: url,
      MEILI_KEY: key,
      MEILI_PREFIX: prefix,
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit") as Promise<[number]>;
  const output = await text(child.stdout);
  const [code] = await ended;
  return { code, output };
}

test("a new archive, and one with posts, are in order", async () => {
  expect(await doctor()).toEqual({ code: 0, output: expect.stringContaining("Nothing is broken.") });
  const stop = index.start();
  await buildCreator(index.database.sql);
  await buildPost(index.database.sql);
  await index.idle();
  await stop();
  const { code, output } = await doctor();
  expect([code, output]).toEqual([0, expect.stringMatching(/ok +PostgreSQL [\d.]+: 1 posts/)]);
  expect(output).toContain(`ok       Roost ${VERSION}, commit `);
  expect(output).toMatch(/ok +Indexes: 1 creators, 1 posts/);
  expect(output).toMatch(/ok +Files in .*: written, read and deleted/);
  expect(output).not.toContain("warning");
});

test("rows that wait long, rows that were refused and a missing connector are said with what to do", async () => {
  const { sql } = index.database;
  await sql`insert into index_outbox (index_name, service, id, queued_at) values ('tags', '', 'x', now() - interval '1 hour')`;
  await sql`insert into index_quarantine (index_name, service, id, reason) values ('tags', '', 'y', 'a test')`;
  const { code, output } = await doctor({ IMPORTERS: "patreon", SITE_ORIGIN: "https://archive.example" });
  await sql`delete from index_outbox`;
  await sql`delete from index_quarantine`;
  expect(code).toBe(1);
  expect(output).toMatch(
    /failure {2}Indexer: 1 rows wait, the oldest for 36\d\d s\n +Is the indexer running\?/,
  );
  expect(output).toMatch(/warning {2}Indexer: the engine refused 1 rows/);
  expect(output).toMatch(/warning {2}Importer: no connector for patreon/);
  expect(output).toMatch(/warning {2}Settings: SITE_ORIGIN is set and TRUSTED_PROXIES is not/);
  expect(output).toContain("Something is broken");
});

test("imports that no importer can open, and jobs that no worker takes, are said", async () => {
  const { sql } = index.database;
  await sql`
    insert into imports (id, service, key_hash, sealed, sealed_by, save_dms) values ('a', 'patreon', '', '', 'lost', false)`;
  await sql`insert into download_imports (id, state, changed_at) values ('b', 'scanning', now() - interval '1 hour')`;
  const { output } = await doctor({ IMPORTERS: "patreon" });
  await sql`delete from imports`;
  await sql`delete from download_imports`;
  expect(output).toMatch(/warning {2}Importer: 1 imports wait for a key that no running importer has/);
  expect(output).toMatch(/warning {2}Worker: 1 jobs wait, the oldest for 36\d\d s/);
});

test("a damaged file is counted until its bytes are right again", async () => {
  const { sql } = index.database;
  const hash = createHash("sha256").update("right").digest("hex");
  const path = join(data, "files", filePath(hash, ".png"));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "wrong");
  await sql`
    insert into files (hash, ext, mime, size, mtime, ctime, added)
    values (${hash}, '.png', 'image/png', 5, now(), now(), now())`;
  await sql`insert into damaged_files (hash, fault) values (${hash}, 'damaged')`;
  const { output } = await doctor();
  expect(output).toContain(
    `warning  Files: 1 are damaged or missing\n         ${filePath(hash, ".png")} is damaged`,
  );
  expect(output).toMatch(/ok +Scrub: 0 of 1 files read in this pass, last whole pass: none yet/);
  await writeFile(path, "right");
  expect((await doctor()).output).toMatch(/ok +Files: none is known to be damaged or missing/);
  expect(await sql`select from damaged_files`).toEqual([]);
});

test("a key file and a manifest with which the importer cannot start are named", async () => {
  const path = join(data, "importer-key.pem");
  await writeFile(path, "no key", { mode: 0o600 });
  const key = await doctor({ IMPORTERS: "patreon" });
  expect(key.code).toBe(1);
  expect(key.output).toMatch(/failure {2}Importer: .*importer-key\.pem: /);
  // Another worker runs the importer.
  expect((await doctor({ IMPORTERS: "patreon", WORKER_KINDS: "folders" })).output).not.toContain(path);
  await rm(path);
  await mkdir(join(data, "connectors"));
  await writeFile(join(data, "connectors", "faulty.json"), "{}");
  const manifest = await doctor({ IMPORTERS: "patreon" });
  expect(manifest.code).toBe(1);
  expect(manifest.output).toMatch(/failure {2}Importer: .*faulty\.json is no manifest of a connector/);
  await rm(join(data, "connectors"), { recursive: true });
});

test("an engine that refuses its data, is missing or refuses the key is named with the remedy", async () => {
  const meili = join(data, "engines/meili/data.ms");
  await mkdir(meili, { recursive: true });
  await writeFile(join(meili, "VERSION"), "1.51.0");
  const refused = await doctor({ MEILI_URL: "" });
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(
    /failure {2}Search: Meilisearch [\d.]+ does not open the index data of version 1\.51\.0\n +roost start sets them aside and rebuilds/,
  );
  expect(await readFile(join(meili, "VERSION"), "utf8")).toBe("1.51.0");
  await rm(meili, { recursive: true });
  const missing = await doctor({ MEILI_URL: "", MEILI_BIN: join(data, "no engine") });
  expect(missing.code).toBe(1);
  expect(missing.output).toMatch(
    /failure {2}Search: Meilisearch does not start: .*no engine.*\n +Correct MEILI_BIN/,
  );
  const key = await doctor({ MEILI_KEY: "not the key of this server" });
  expect(key.code).toBe(1);
  expect(key.output).toMatch(
    /failure {2}Search: the server of MEILI_URL refuses MEILI_KEY\n +Set MEILI_KEY to/,
  );
});

test("a database of another major version is named with the remedy, and not touched", async () => {
  const path = join(data, "engines/postgres/PG_VERSION");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "13\n");
  const { code, output } = await doctor({ DATABASE_URL: "" });
  expect(code).toBe(1);
  expect(output).toMatch(
    /failure {2}Database: .* was made by PostgreSQL 13, .*\n +To keep everything.*\n +1\. roost backup.*\n +2\. mv .*\n +3\. roost restore/,
  );
  expect(await readdir(dirname(path))).toEqual(["PG_VERSION"]);
  await rm(dirname(path), { recursive: true });
});

test("a port that another program has is named with the remedy", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, output } = await doctor({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`failure  Port ${port} on 127.0.0.1 is taken by another program\n`);
  expect(output).toContain(`or choose another port: PORT=${port + 1}`);
});

test.runIf(canMount)("a disk that is nearly full is named with the remedy", async () => {
  const { code, output } = await doctor({}, (command) => withSmallDisk(data, command));
  expect(code).toBe(1);
  expect(output).toMatch(/failure {2}Disk of .*: 0\.0 GB free\n +Free some space/);
});

test.runIf(canMount)("a data folder that cannot be written to is named with the remedy", async () => {
  const readOnly = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o ro none "$0" && exec "$@"', data];
  const { code, output } = await doctor({}, (command) => [...readOnly, ...command]);
  expect(code).toBe(1);
  expect(output).toMatch(/failure {2}Files in .*\n +The user Roost runs as must own ROOST_DATA/);
});

test.each([
  [
    "the wrong password",
    { password: "wrong" },
    "password authentication failed",
    "Correct the user and password",
  ],
  ["no such user", { username: "nobody" }, "password authentication failed", "Correct the user and password"],
  [
    "no such database",
    { pathname: "/none" },
    'database "none" does not exist',
    "Create it, createdb --owner",
  ],
  ["no server", { port: "9" }, "connect ECONNREFUSED", "Start the PostgreSQL of DATABASE_URL"],
  ["no such host", { hostname: "none.invalid" }, "getaddrinfo", "Start the PostgreSQL of DATABASE_URL"],
])("a DATABASE_URL with %s is named with the remedy", async (_, change, cause, remedy) => {
  const url = Object.assign(new URL(index.database.url), change);
  const { code, output } = await doctor({ DATABASE_URL: url.href });
  expect(code).toBe(1);
  const [failed = ""] = /failure {2}Database: .*\n.*/.exec(output) ?? [];
  expect(failed).toContain(cause);
  expect(failed).toContain(`\n         ${remedy}`);
});

test("a clock that differs from the database's is named with the remedy", async () => {
  const late = "const now = Date.now; Date.now = () => now() - 600_000;";
  const { code, output } = await doctor({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}`,
  });
  expect(code).toBe(1);
  // The answer of the database may have been on its way for seconds.
  expect(output).toMatch(
    /failure {2}Clock: (59\d|60\d) s behind the database's\n +Set both clocks by the network/,
  );
});

test("an unreachable service is named, and the others are still checked", async () => {
  const search = await doctor({ MEILI_URL: "http://127.0.0.1:9" });
  expect(search).toEqual({
    code: 1,
    output: expect.stringMatching(
      /failure {2}Search: the engine does not answer: connect ECONNREFUSED.*\n +Is the server of MEILI_URL running\?/,
    ),
  });
  expect(search.output).toMatch(/ok +PostgreSQL/);
  expect(search.output).toMatch(/ok +Importer/);
  const database = await doctor({ DATABASE_URL: "postgres://nobody:wrong@127.0.0.1:9/none" });
  expect(database).toEqual({ code: 1, output: expect.stringMatching(/failure {2}Database: /) });
  expect(database.output).toMatch(/ok +Files/);
  const replica = await doctor({ DATABASE_READ_URL: index.database.url });
  expect(replica).toEqual({ code: 1, output: expect.stringMatching(/failure {2}Replica: It is no replica/) });
  expect(replica.output).toMatch(/ok +Importer/);
  const settings = await doctor({ PORT: "a lot" });
  expect(settings).toEqual({ code: 1, output: expect.stringMatching(/failure {2}Settings: PORT: /) });
  const file = join(data, "a file");
  await writeFile(file, "");
  const folder = await doctor({ ROOST_DATA: file });
  expect(folder).toEqual({ code: 1, output: expect.stringMatching(/failure {2}Files in /) });
});
