/**
 * A day in an operator's life, with the command line and real engines: import, accounts, a backup while the archive is
 * read and written, a takedown after it, another version of the engine, `rm -rf`, restores of both kinds, damaged files,
 * repair.
 */
import { execFile } from "node:child_process";
import { createHash, createPublicKey } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { readConfig } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { readImporterKey } from "#backend/imports/connectors/private-key.ts";
import { fingerprintOf, seal, unseal } from "#backend/imports/connectors/sealing.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { creator, post, storedFile, writeBundle } from "#tests/bundle/bundle.ts";
import { copyKey } from "#tests/importer/key.ts";
import { member, PASSWORD, Visitor } from "#tests/support/accounts.ts";
import { type LaunchedApp, launchApp } from "#tests/support/app.ts";
import { serverUrl } from "#tests/support/database.ts";
import { testMeili } from "#tests/support/meili.ts";
import { buildPendingDm } from "#tests/support/pending-dms.ts";
import { ROOST } from "#tests/support/roost.ts";
import { isSlowRun, sized } from "#tests/support/scale.ts";
import { rowsOf, scratch } from "./archive.ts";

vi.setConfig({ testTimeout: 1_800_000 });

const POSTS = sized(200, 2_000);
const DAMAGED = POSTS / 100;
const POLLING = { timeout: 300_000, interval: 200 };
const SECRETS = { session_key: "a session key" };

type Settings = Record<string, string>;

/** Runs a command without the settings of the test run. */
async function roost(settings: Settings, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings };
  return await promisify(execFile)(process.execPath, [ROOST, ...args], { env, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const onDatabase = async <T>(data: string, work: (sql: Sql) => Promise<T>): Promise<T> =>
  await withEngines(
    readConfig({ ROOST_DATA: data }),
    { postgres: true, meili: false },
    async ({ databaseUrl }) => {
      const sql = openDatabase(databaseUrl, { max: 2, statementTimeout: 0 });
      return await work(sql).finally(() => sql.end());
    },
  );

const at = (address: string) => ({ get: (path: string, init?: RequestInit) => fetch(address + path, init) });

async function hashesOf(data: string): Promise<Map<string, string>> {
  const storage = new DiskStorage(data);
  const found = new Map<string, string>();
  for await (const { path } of storage.list())
    found.set(
      path,
      createHash("sha256")
        .update(await readFile(storage.localPath(path)))
        .digest("hex"),
    );
  return found;
}

async function importPosts(data: string): Promise<void> {
  await using bundle = await scratch();
  const files = Array.from({ length: POSTS }, (_, n) => storedFile(`file ${n} ${"x".repeat(n * 7)}`, ".txt"));
  const posts = files.map(({ path }, n) =>
    post(`p${n}`, { file: { name: "a.txt", path }, title: `Kingfisher ${n}` }),
  );
  const records = { files: files.map(({ record }) => record), creators: [creator("1")], posts };
  await writeBundle(bundle.path, records, files);
  expect(await roost({ ROOST_DATA: data }, "ingest", bundle.path)).toMatchObject({ code: 0 });
}

/** People use the archive: an account, a waiting DM with a file, a saved session key. */
async function addPeople(data: string, address: string) {
  return await onDatabase(data, async (sql) => {
    const reader = await member({ ...at(address), sql }, "reader");
    const admin = await member({ ...at(address), sql }, "head", "administrator");
    await reader.post("/v1/favorites/creator/patreon/1");
    await buildPendingDm(sql, data, {
      account: reader.id,
      hash: "waiting",
      files: { "a.txt": "of a waiting DM" },
    });
    const publicKey = createPublicKey((await readImporterKey(join(data, "importer-key.pem")))!);
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const fingerprint = fingerprintOf(publicKey);
    await sql`insert into importer_keys (fingerprint, public_key) values (${fingerprint}, ${pem})`;
    const sealed = seal(pem, "patreon", SECRETS as never);
    await sql`
      insert into service_keys (account, service, key_hash, sealed, sealed_by, save_dms)
      values (${reader.id}, 'patreon', ${Buffer.from("key")}, ${sealed}, ${fingerprint}, true)`;
    return { reader, admin };
  });
}

/** Favorites and reads posts until stopped. */
function keepWriting(reader: Visitor) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const done = (async () => {
    for (let n = 0; !isStopped && n < POSTS; n += 1) {
      const { status } = await reader.post(`/v1/favorites/post/patreon/1/p${n}`);
      if (status < 300) acknowledged.push(`p${n}`);
      await reader.get(`/v1/patreon/user/1/post/p${n}`);
      await sleep(20);
    }
  })();
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await done;
    },
  };
}

// Several starts of the archive, so it is left to test:slow.
test.runIf(isSlowRun)(
  "nothing is lost by rm -rf, a takedown holds, and damaged files are found and repaired",
  async () => {
    await using folder = await scratch();
    const [data, fresh, backup] = ["data", "fresh", "backup"].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(data);
    await rename(await copyKey(data), join(data, "importer-key.pem"));
    const apps: LaunchedApp[] = [];
    const launch = async (settings: Settings) => {
      const app = launchApp({ ROOST_SAMPLE: "0", SCRUB_DAYS: "0", ...settings });
      apps.push(app);
      return { app, address: await app.running };
    };
    const database = `test_operator_${process.pid}`;
    const admin = openDatabase(serverUrl(), { max: 1 });
    try {
      const first = await launch({ ROOST_DATA: data });
      await importPosts(data);
      const { reader } = await addPeople(data, first.address);
      const writing = keepWriting(reader);
      await expect.poll(() => writing.acknowledged.length, POLLING).toBeGreaterThan(10);
      const before = [...writing.acknowledged];
      const made = await roost({ ROOST_DATA: data }, "backup", backup);
      await writing.stop();
      expect(made).toMatchObject({
        code: 0,
        output: expect.stringContaining(`${POSTS.toLocaleString("en")} files are new`),
      });
      const [, id = ""] = /Backup (\S+) of/.exec(made.output) ?? [];
      expect(await roost({ ROOST_DATA: data }, "takedown", "patreon", "1", "p7")).toMatchObject({ code: 0 });
      await expect.poll(async () => (await hashesOf(data)).size, POLLING).toBe(POSTS - 1);
      await first.app.stop();

      // The engine does not open the index data of another version: they are rebuilt.
      await writeFile(join(data, "engines/meili/data.ms/VERSION"), "1.51.0");
      const upgraded = await launch({ ROOST_DATA: data });
      const search = async () => (await fetch(`${upgraded.address}/api/v1/posts?q=kingfisher`)).json();
      await expect.poll(() => upgraded.app.output(), POLLING).toContain("The search index is rebuilt");
      await expect.poll(search, POLLING).not.toHaveProperty("fallback");
      expect((await search()).count).toBeGreaterThan(0);
      await upgraded.app.stop();

      expect(await roost({ ROOST_DATA: data }, "backup", backup)).toMatchObject({ code: 0 });
      expect(await roost({}, "backup", backup, "--verify")).toMatchObject({ code: 0 });
      const rows = await onDatabase(data, rowsOf);
      const files = await hashesOf(data);
      await rm(data, { recursive: true });

      // The bundled engines in a fresh folder.
      const restored = await roost({ ROOST_DATA: fresh }, "restore", backup);
      expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/posts +\d+ documents/) });
      expect(await onDatabase(fresh, rowsOf)).toEqual(rows);
      expect(await hashesOf(fresh)).toEqual(files);
      expect(await readFile(join(fresh, "pending-dms/of-waiting/0"), "utf8")).toBe("of a waiting DM");
      const key = (await readImporterKey(join(fresh, "importer-key.pem")))!;
      await onDatabase(fresh, async (sql) => {
        const [{ sealed }] = await sql<[{ sealed: Buffer }]>`select sealed from service_keys`;
        expect(unseal(key, "patreon", sealed)).toEqual(SECRETS);
      });
      expect(await roost({ ROOST_DATA: fresh }, "restore", backup)).toMatchObject({
        code: 2,
        output: expect.stringContaining("This archive is not empty"),
      });

      // Own engines, and the older snapshot: what was acknowledged before it is in it, and the takedown holds.
      await admin.unsafe(`create database ${database}`);
      const url = new URL(serverUrl());
      url.pathname = `/${database}`;
      const meili = testMeili();
      const settings = {
        ROOST_DATA: join(folder.path, "own"),
        DATABASE_URL: url.href,
        ...{ MEILI_URL: meili.url, MEILI_KEY: meili.key, MEILI_PREFIX: meili.prefix },
      };
      const older = await roost(settings, "restore", backup, "--snapshot", id);
      expect(older).toMatchObject({
        code: 0,
        output: expect.stringContaining("1 newer removals were repeated."),
      });
      const sql = openDatabase(url.href, { max: 1 });
      const favorites = await sql<{ id: string }[]>`select id from favorite_posts`;
      const kept = new Set(favorites.map((row) => row.id));
      expect(before.filter((one) => !kept.has(one) && one !== "p7")).toEqual([]);
      expect(await sql`select from posts where id = 'p7'`).toEqual([]);
      expect((await hashesOf(settings.ROOST_DATA)).size).toBe(POSTS - 1);
      await sql.end();

      // 1 % of the files are damaged, as by a disk: the worker finds exactly those.
      const damaged = [...files.keys()].filter((_, n) => n % 100 === 50);
      expect(damaged.length).toBe(DAMAGED);
      const storage = new DiskStorage(fresh);
      for (const [n, path] of damaged.entries()) {
        const local = storage.localPath(path);
        await rm(local);
        if (n > 0) await writeFile(local, "damaged"); // one is missing
      }
      const scrub = { ROOST_DATA: fresh, SCRUB_DAYS: "0.001" };
      const second = await launch(scrub);
      let head = new Visitor(at(second.address));
      expect((await head.logIn("head", PASSWORD)).status).toBe(200);
      const listed = async () => {
        const { files, scrub } = await head.json<{
          files: { path: string }[];
          scrub: { finished_at: string | null };
        }>("/v1/account/administrator/files");
        return scrub.finished_at === null ? undefined : files.map(({ path }) => path).sort();
      };
      await expect.poll(listed, POLLING).toEqual([...damaged].sort());
      const answer = await fetch(`${second.address}/data${damaged.at(-1)}`, {
        headers: { range: "bytes=0-2" },
      });
      expect(answer.status).toBe(503);
      await second.app.stop();

      const third = await launch({ ...scrub, REPAIR_FROM: backup });
      head = new Visitor(at(third.address));
      await head.logIn("head", PASSWORD);
      await expect.poll(async () => (await listed())?.length, POLLING).toBe(0);
      await third.app.stop();
      expect(await hashesOf(fresh)).toEqual(files);
    } finally {
      for (const app of apps)
        if (app.child.exitCode === null && app.child.signalCode === null) await app.stop();
      await admin.unsafe(`drop database if exists ${database} with (force)`);
      await admin.end();
    }
  },
);
