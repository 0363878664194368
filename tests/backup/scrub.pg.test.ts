/** The job that reads every stored file, and repairs what is damaged or missing. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderPlace } from "#backend/backup/folder-place.ts";
import { readConfig } from "#backend/config.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { S3Storage } from "#backend/files/s3.ts";
import { runNext } from "#backend/jobs/run-next.ts";
import { openRepairSource } from "#backend/scrub/repair.ts";
import { type ScrubOptions, scrubJobs } from "#backend/scrub/scrub-jobs.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { filePath } from "#shared/rules/files.ts";
import { startS3 } from "#tests/support/s3.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { backUpServer, scratch } from "./archive.ts";

const log = pino({ level: "silent" });
let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server[Symbol.asyncDispose]());

async function store(text: string, ext = ".txt"): Promise<{ hash: string; path: string; local: string }> {
  const hash = createHash("sha256").update(text).digest("hex");
  const path = filePath(hash, ext);
  const local = server.storage.localPath(path) ?? "";
  await mkdir(dirname(local), { recursive: true });
  await writeFile(local, text);
  await server.sql`
    insert into files (hash, ext, mime, size, mtime, ctime, added)
    values (${hash}, ${ext}, 'text/plain', ${Buffer.byteLength(text)}, now(), now(), now())`;
  return { hash, path, local };
}

/** Runs the next slice at once. @param days already over, unless given */
async function scrub(options: Partial<ScrubOptions> = {}): Promise<void> {
  await server.sql`update scrubs set run_at = null`;
  const { sql, storage } = server;
  const kind = scrubJobs({ ...{ sql, storage, log, days: 1e-9, source: undefined }, ...options });
  expect(await runNext({ sql, log, signal: new AbortController().signal }, kind)).toBe(true);
}

const marks = async () =>
  Object.fromEntries(
    (await server.sql`select hash, fault from damaged_files`).map((row) => [row["hash"], row["fault"]]),
  );
const state = async () => (await server.sql`select checked, position, finished_at from scrubs`)[0];

/** @param folder copy of ROOST_DATA or a backup */
const sourceOf = (folder: string) =>
  openRepairSource(readConfig({ REPAIR_FROM: folder, ROOST_DATA: server.data }));

test("a pass names exactly what is damaged or missing, and ends", async () => {
  const [damaged, missing] = [await store("file 0"), await store("file 1")];
  for (let n = 2; n < 120; n += 1) await store(`file ${n}`);
  await writeFile(damaged.local, "fil3 0");
  await rm(missing.local);
  await scrub();
  expect(await marks()).toEqual({ [damaged.hash]: "damaged", [missing.hash]: "missing" });
  expect(await state()).toMatchObject({ checked: 0, position: "", finished_at: expect.any(Date) });
  // Restored by hand: the mark goes.
  await writeFile(damaged.local, "file 0");
  await scrub();
  expect(await marks()).toEqual({ [missing.hash]: "missing" });
});

test("the reading is spread over the days, and continues where it was", async () => {
  for (let n = 0; n < 10; n += 1) await store(`file ${n}`);
  await server.sql`update scrubs set started_at = now() - interval '3.5 days'`;
  await scrub({ days: 10 });
  expect(await state()).toMatchObject({ checked: 4, finished_at: null });
  await scrub({ days: 10 });
  expect(await state()).toMatchObject({ checked: 4 });
  await server.sql`update scrubs set started_at = now() - interval '5.5 days'`;
  await scrub({ days: 10 });
  expect(await state()).toMatchObject({ checked: 6, finished_at: null });
  await server.sql`update scrubs set started_at = now() - interval '10 days'`;
  await scrub({ days: 10 });
  expect(await state()).toMatchObject({ checked: 0, position: "", finished_at: expect.any(Date) });
});

test("files are repaired from a backup, from a copy of the data folder, and from a bucket", async () => {
  await using folder = await scratch();
  await using s3 = await startS3();
  const backup = join(folder.path, "backup");
  const [one, two, three] = [await store("one"), await store("two"), await store("three")];
  await backUpServer(server, new FolderPlace(backup));
  const copy = new DiskStorage(join(folder.path, "copy"));
  await copy.put(two.local, { hash: two.hash, ext: ".txt", size: 3 });
  for (const { local } of [one, two, three]) {
    await rm(local); // hard links of the backup
    await writeFile(local, "bad");
  }
  await scrub({ source: await sourceOf(join(folder.path, "copy")) });
  expect(await marks()).toEqual({ [one.hash]: "damaged", [three.hash]: "damaged" });
  await scrub({ source: await sourceOf(backup) });
  expect(await marks()).toEqual({});
  for (const [{ local }, text] of [
    [one, "one"],
    [two, "two"],
    [three, "three"],
  ] as const)
    expect(await readFile(local, "utf8")).toBe(text);
  // A second bucket with the same keys.
  const config = readConfig({ ...s3.settings, ROOST_DATA: server.data });
  const bucket = new S3Storage({
    endpoint: s3.settings.S3_ENDPOINT,
    bucket: s3.settings.S3_BUCKET,
    region: s3.settings.S3_REGION,
    accessKeyId: s3.settings.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.settings.S3_SECRET_ACCESS_KEY,
    prefix: "second/",
  });
  await bucket.put(one.local, { hash: one.hash, ext: ".txt", size: 3 });
  await rm(one.local);
  await server.sql`insert into damaged_files values (${one.hash}, 'missing')`;
  const target = `s3://${s3.settings.S3_BUCKET}/second`;
  await scrub({ source: await openRepairSource({ ...config, REPAIR_FROM: target }) });
  expect([await readFile(one.local, "utf8"), await marks()]).toEqual(["one", {}]);
  bucket.close();
});

test("nothing is repaired from a source that is damaged too, or that a takedown removed", async () => {
  await using folder = await scratch();
  const copy = new DiskStorage(folder.path);
  const [one, two] = [await store("one"), await store("two")];
  for (const { local, hash } of [one, two]) await copy.put(local, { hash, ext: ".txt", size: 3 });
  await writeFile(copy.localPath(one.path), "bad");
  for (const { local } of [one, two]) await rm(local);
  await server.sql`insert into damaged_files select hash, 'missing' from files`;
  await takeDown(server.sql, { service: "", user: "", post: null, file: two.hash });
  await scrub({ source: await sourceOf(folder.path) });
  expect(await marks()).toEqual({ [one.hash]: "missing" });
  for (const { path } of [one, two]) expect(await server.storage.stat(path)).toBeUndefined();
});

test("a file known to be damaged is not served, also not a part of it, until it is right", async () => {
  const { path, local } = await store("a long text");
  const get = () => fetch(`${server.url}/data${path}`, { headers: { range: "bytes=2-5" } });
  await writeFile(local, "a l0ng text");
  expect((await get()).status).toBe(206); // nobody knows yet
  await scrub();
  await expect.poll(async () => (await get()).status).toBe(503);
  await writeFile(local, "a long text");
  const answer = await get();
  expect([answer.status, await answer.text()]).toEqual([206, "long"]);
  expect(await marks()).toEqual({});
});
