/** Backups of a whole archive, and their restore into an empty one. */
import { createHash } from "node:crypto";
import { copyFile, cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupSummary } from "#backend/backup/back-up.ts";
import { Backup } from "#backend/backup/backup.ts";
import { BucketPlace } from "#backend/backup/bucket-place.ts";
import { FolderPlace } from "#backend/backup/folder-place.ts";
import { prune } from "#backend/backup/prune.ts";
import { EXCLUDED } from "#backend/backup/tables.ts";
import { verify } from "#backend/backup/verify.ts";
import { publicSettings } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { BACKUP_LOCK } from "#backend/db/locks.ts";
import { migrate } from "#backend/db/migrate.ts";
import { MIGRATIONS } from "#backend/supervisor/engines.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { everything } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { startS3 } from "#tests/support/s3.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { backUpServer, fill, logIn, restoreServer, rowsOf, type Scratch, scratch } from "./archive.ts";

const [picture, packed, card] = everything().files.map(({ path }) => path);
const PASSPHRASE = "correct horse battery staple";

async function filled(): Promise<TestServer> {
  const server = await startServer();
  await fill(server);
  return server;
}

/** An archive that no test changes, and a backup of it. */
let archive: TestServer;
let backedUp: Scratch;
let first: BackupSummary;
beforeAll(async () => {
  archive = await filled();
  backedUp = await scratch();
  first = await backUpServer(archive, new FolderPlace(backedUp.path));
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await backedUp[Symbol.asyncDispose]();
});

/** Copies the backup of the archive, for a test that changes it. */
async function backupCopy(): Promise<Scratch> {
  const copy = await scratch();
  await cp(backedUp.path, copy.path, { recursive: true });
  return copy;
}

const filesOf = async (server: TestServer) => {
  const found: Record<string, string> = {};
  for await (const { path } of server.storage.list())
    found[path] = createHash("sha256")
      .update(await readFile(server.storage.localPath(path) ?? ""))
      .digest("hex");
  return found;
};

test("every table that is left out exists", async () => {
  await using database = await createDatabase();
  const rows = await database.sql`select relname from pg_class where relname = any(${EXCLUDED}::text[])`;
  expect(rows.length).toBe(EXCLUDED.length);
});

test("every row and file returns, sequences go on, accounts log in, and files become hard links once", async () => {
  await using place = await backupCopy();
  const folder = new FolderPlace(place.path);
  expect(first).toMatchObject({ copied: 3, linked: 3, kept: 0, problems: [] });
  expect((await stat(join(backedUp.path, "files", picture!))).ino).toBe(
    (await stat(archive.storage.localPath(picture!) ?? "")).ino,
  );
  expect(await backUpServer(archive, folder)).toMatchObject({ copied: 0, kept: 3 });

  await using other = await startServer();
  const restored = await restoreServer(other, folder);
  expect(restored).toMatchObject({ files: 3, problems: [], removals: 0 });
  expect(await rowsOf(other.sql)).toEqual(await rowsOf(archive.sql));
  expect(await filesOf(other)).toEqual(await filesOf(archive));
  expect(await readFile(join(other.data, "pending-dms/of-waiting/0"), "utf8")).toBe("a file of a waiting DM");
  expect([await logIn(other, "reader"), await logIn(other, "head")]).toEqual([200, 200]);
  expect(await other.sql`insert into accounts (username, password) values ('next', '') returning id`).toEqual(
    await archive.sql`select nextval(pg_get_serial_sequence('accounts', 'id')) as id`,
  );
  // Triggers and foreign keys work again.
  await other.sql`delete from creators where id = '1' and service = 'patreon'`;
  expect(await other.sql`select from favorite_posts`).toEqual([]);
  expect(await other.sql`select from index_outbox where index_name = 'posts'`).not.toEqual([]);
  await expect(other.sql`insert into recovery_codes (account, code_hash) values (99, '')`).rejects.toThrow(
    /foreign key/,
  );
});

test("an archive with content, and a backup that is already running, are refused", async () => {
  const folder = new FolderPlace(backedUp.path);
  const before = await rowsOf(archive.sql);
  await expect(restoreServer(archive, folder)).rejects.toThrow(
    "This archive is not empty (3 creators, 2 accounts, 3 files). Restore into a new data folder",
  );
  expect(await rowsOf(archive.sql)).toEqual(before);
  const session = await archive.sql.reserve();
  await session`select pg_advisory_lock(${BACKUP_LOCK})`;
  await expect(backUpServer(archive, folder)).rejects.toThrow("Another backup of this archive is running.");
  await session`select pg_advisory_unlock(${BACKUP_LOCK})`;
  session.release();
});

test("a folder with something else is refused", async () => {
  await using place = await scratch();
  await writeFile(join(place.path, "holiday.jpg"), "");
  const folder = new FolderPlace(place.path);
  await expect(Backup.openOrCreate(folder)).rejects.toThrow(
    /is neither empty nor a backup: it has holiday.jpg/,
  );
  await expect(Backup.open(folder)).rejects.toThrow(/is not a backup/);
});

test("an encrypted backup shows nothing, needs the passphrase, and restores all", async () => {
  await using place = await scratch();
  const folder = new FolderPlace(place.path);
  await backUpServer(archive, folder, PASSPHRASE);
  for await (const { name } of folder.list(""))
    expect((await readFile(join(place.path, name), "latin1")).includes("reader")).toBe(false);
  await using other = await startServer();
  await expect(restoreServer(other, folder, { passphrase: "wrong" })).rejects.toThrow(
    "The passphrase does not open this backup.",
  );
  await expect(restoreServer(other, folder)).rejects.toThrow(/is encrypted: set BACKUP_PASSPHRASE_FILE/);
  // A later backup needs no passphrase, and copies nothing again.
  expect(await backUpServer(archive, folder)).toMatchObject({ copied: 0, kept: 3 });
  const backup = await Backup.open(folder, PASSPHRASE); // opened once: its key takes two seconds of a processor
  expect(await verify(backup)).toMatchObject({ snapshots: 2, problems: [] });
  await restoreServer(other, backup);
  expect(await rowsOf(other.sql)).toEqual(await rowsOf(archive.sql));
  expect(await filesOf(other)).toEqual(await filesOf(archive));
});

test("a takedown after the backup holds after a restore, also one that only a file names", async () => {
  await using place = await scratch();
  await using server = await filled();
  const folder = new FolderPlace(place.path);
  const { manifest } = await backUpServer(server, folder);
  await takeDown(server.sql, { service: "patreon", user: "1", post: "b" }, "asked");
  await takeDown(server.sql, { service: "", user: "", post: null, file: hashOf(card!) });
  const { removed } = await backUpServer(server, folder);
  expect(removed).toBe(1);
  expect(await readdir(join(place.path, "files", card!, ".."))).toEqual([]);
  expect(await verify(await Backup.open(folder))).toMatchObject({ problems: [] });

  await using other = await startServer();
  const restored = await restoreServer(other, folder, { id: manifest.id });
  expect(restored).toMatchObject({ removals: 2, problems: [] });
  expect(await other.sql`select id from posts order by id`).toEqual(
    await server.sql`select id from posts order by id`,
  );
  expect(Object.keys(await filesOf(other)).sort()).toEqual([picture, packed].sort());
  expect(await other.sql`select reason from takedowns where post = 'b'`).toEqual([{ reason: "asked" }]);

  // An older copy of the folder does not have them: a list does.
  const removals = [{ takedown: takedownOf({ service: "patreon", user: "1", post: "b" }) }];
  await using third = await startServer();
  await using copy = await scratch();
  await cp(place.path, copy.path, { recursive: true });
  for (const name of await readdir(join(copy.path, "removals")))
    if (!name.startsWith(manifest.id)) await rm(join(copy.path, "removals", name));
  await restoreServer(third, new FolderPlace(copy.path), { id: manifest.id, removals });
  expect(await third.sql`select from posts where id = 'b'`).toEqual([]);
});

test("posts that moderators only hid stay hidden after a restore of an older snapshot", async () => {
  await using other = await startServer();
  const hidden = {
    ...takedownOf({ service: "patreon", user: "1", post: "a" }),
    kind: "hidden",
    held: true,
  } as const;
  await restoreServer(other, new FolderPlace(backedUp.path), { removals: [{ takedown: hidden }] });
  expect(await other.sql`select hidden from posts where id = 'a'`).toEqual([{ hidden: true }]);
});

test("after a kill the next backup goes on, and nothing is left of the interrupted one", async () => {
  await using place = await backupCopy();
  const folder = new FolderPlace(place.path);
  // As a killed backup leaves it: parts without a manifest, and an unfinished file.
  const snapshot = (await readdir(join(place.path, "snapshots")))[0]!;
  await rm(join(place.path, "snapshots", snapshot, "manifest.json"));
  await writeFile(join(place.path, "unfinished", "half"), "half");
  await rm(join(place.path, "files", card!));
  await expect(Backup.open(folder).then((backup) => backup.manifest())).rejects.toThrow(
    /has no complete backup yet/,
  );
  expect(await backUpServer(archive, folder)).toMatchObject({ copied: 1, kept: 2 });
  expect(await readdir(join(place.path, "unfinished"))).toEqual([]);
  const left = [];
  for await (const { name } of folder.list(`snapshots/${snapshot}/`)) left.push(name);
  expect(left).toEqual([]);
});

test("a backup whose place is full ends with that error, and the next one is whole", async () => {
  await using place = await scratch();
  await using server = await filled();
  // More than the buffers between the database and the place hold.
  await server.sql`
    insert into notifications (account, type, extra_info, created_at)
    select id, 1, ${server.sql.json({ old_role: "x".repeat(1_000) })}, now() from accounts, generate_series(1, 20_000)`;
  class FullPlace extends FolderPlace {
    override async write(name: string, source: Readable) {
      if (name.includes("/notifications.copy")) throw new Error("no space");
      return await super.write(name, source);
    }
  }
  await expect(backUpServer(server, new FullPlace(place.path))).rejects.toThrow("no space");
  await backUpServer(server, new FolderPlace(place.path));
  expect(await verify(await Backup.open(new FolderPlace(place.path)))).toMatchObject({
    ...{ snapshots: 1, problems: [] },
  });
});

test("a restore that stopped in the middle is repeated with the same command", async () => {
  await using place = await backupCopy();
  const folder = new FolderPlace(place.path);
  await using other = await startServer();
  const part = first.manifest.tables.find(({ table }) => table === "posts")!.name;
  const path = join(place.path, part);
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, whole.length / 2));
  const empty = await rowsOf(other.sql);
  await expect(restoreServer(other, folder)).rejects.toThrow(/posts.copy.gz cannot be loaded/);
  expect(await rowsOf(other.sql)).toEqual(empty);
  await writeFile(path, whole);
  await restoreServer(other, folder);
  expect(await rowsOf(other.sql)).toEqual(await rowsOf(archive.sql));
});

test("--verify names exactly what is damaged or missing, and a restore reports it", async () => {
  await using place = await backupCopy();
  const folder = new FolderPlace(place.path);
  const backup = await Backup.open(folder);
  expect(await verify(backup)).toEqual({ snapshots: 1, files: 4, problems: [] });
  const table = first.manifest.tables.find(({ table }) => table === "accounts")!.name;
  const bytes = await readFile(join(place.path, table));
  bytes[bytes.length - 5]! ^= 1;
  await writeFile(join(place.path, table), bytes);
  await copyFile(join(place.path, "files", packed!), join(place.path, "files", card!));
  await rm(join(place.path, "files", packed!));
  expect((await verify(backup)).problems).toEqual([
    { name: table, fault: "damaged" },
    ...[card!, packed!]
      .sort()
      .map((path) => ({ name: `files${path}`, fault: path === card ? "damaged" : "missing" })),
  ]);
  bytes[bytes.length - 5]! ^= 1;
  await writeFile(join(place.path, table), bytes);
  await using other = await startServer();
  const { problems } = await restoreServer(other, folder);
  expect(problems.map(({ path }) => path).sort()).toEqual([card, packed].sort());
  expect(await other.sql`select hash, fault from damaged_files order by fault`).toEqual([
    { hash: hashOf(card!), fault: "damaged" },
    { hash: hashOf(packed!), fault: "missing" },
  ]);
});

test("a file that is damaged in the archive is reported, and the next backup has it once it is right", async () => {
  await using place = await scratch();
  await using server = await filled();
  const local = server.storage.localPath(card!) ?? "";
  const right = await readFile(local);
  await writeFile(local, "wrong");
  const folder = new FolderPlace(place.path);
  const { manifest } = await backUpServer(server, folder);
  expect(manifest.problems).toEqual([{ path: card, fault: "hash mismatch" }]);
  await writeFile(local, right);
  expect(await backUpServer(server, folder)).toMatchObject({ copied: 1, problems: [] });
});

test("an older schema is restored and migrated; a newer one and a database of another one are refused", async () => {
  await using newer = await scratch();
  const folder = new FolderPlace(backedUp.path);
  await cp(MIGRATIONS, newer.path, { recursive: true });
  await writeFile(
    join(newer.path, "0002_more.sql"),
    "alter table accounts add column more text default 'new';",
  );

  await using other = await startServer();
  const url = new URL(other.config.DATABASE_URL ?? "");
  url.pathname += "_new";
  await other.sql.unsafe(`create database ${url.pathname.slice(1)}`);
  try {
    await restoreServer(other, folder, { databaseUrl: url.href, migrations: newer.path });
    const sql = openDatabase(url.href, { max: 1 });
    expect(await sql`select more from accounts`).toEqual([{ more: "new" }, { more: "new" }]);
    // A backup of that is too new for this version.
    const second = new FolderPlace(join(newer.path, "backup"));
    await sql.end();
    const config = { ...other.config, DATABASE_URL: url.href };
    await backUpServer({ ...other, config }, second);
    await expect(restoreServer(other, second)).rejects.toThrow(
      /was made with a newer version of Roost \(0002_more.sql\)/,
    );
  } finally {
    await other.sql.unsafe(`drop database ${url.pathname.slice(1)} with (force)`);
  }
  await migrate(other.sql, newer.path);
  await expect(restoreServer(other, folder, { migrations: newer.path })).rejects.toThrow(
    /The database has the schema of 0002_more.sql, backup .* that of 0001_schema.sql/,
  );
});

test("the owner of the database restores it, without the rights of a superuser", async () => {
  const folder = new FolderPlace(backedUp.path);
  await using other = await startServer();
  const url = new URL(other.config.DATABASE_URL ?? "");
  const name = `${url.pathname.slice(1)}_owned`;
  await other.sql.unsafe(`create role ${name} login password 'plain'`);
  await other.sql.unsafe(`create database ${name} owner ${name}`);
  Object.assign(url, { pathname: `/${name}`, username: name, password: "plain" });
  const sql = openDatabase(url.href, { max: 1 });
  try {
    await restoreServer(other, folder, { databaseUrl: url.href });
    expect(await sql`select rolsuper from pg_roles where rolname = current_user`).toEqual([
      { rolsuper: false },
    ]);
    expect(await rowsOf(sql)).toEqual(await rowsOf(archive.sql));
  } finally {
    await sql.end();
    await other.sql.unsafe(`drop database ${name} with (force)`);
    await other.sql.unsafe(`drop role ${name}`);
  }
});

test("a bucket holds a backup too", async () => {
  await using s3 = await startS3();
  const { settings } = s3;
  const place = new BucketPlace({
    endpoint: settings.S3_ENDPOINT,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    prefix: `${settings.S3_PREFIX}backup/`,
  });
  await backUpServer(archive, place);
  expect(await backUpServer(archive, place)).toMatchObject({ copied: 0, kept: 3 });
  expect(await verify(await Backup.open(place))).toMatchObject({ snapshots: 2, problems: [] });
  await using other = await startServer(settings);
  await restoreServer(other, place);
  expect(await rowsOf(other.sql)).toEqual(await rowsOf(archive.sql));
  for (const path of [picture!, packed!, card!]) expect(await other.storage.stat(path)).toBeDefined();
  place.close();
});

test("only the newest backups are kept, with the files that they have", async () => {
  await using place = await scratch();
  await using server = await filled();
  const folder = new FolderPlace(place.path);
  await backUpServer(server, folder);
  await server.sql`delete from fancards`;
  await server.sql`delete from files where hash = ${hashOf(card!)}`;
  const { manifest } = await backUpServer(server, folder);
  const backup = await Backup.open(folder);
  expect(await prune(backup, 2)).toEqual({ snapshots: 0, files: 0 });
  expect(await prune(backup, 1)).toEqual({ snapshots: 1, files: 1 });
  expect(await backup.snapshots()).toEqual([manifest.id]);
  expect(await verify(backup)).toMatchObject({ files: 3, problems: [] });
});

test("settings are kept without secrets", () => {
  const env = {
    SITE_NAME: "Ann's",
    DATABASE_URL: "postgres://u:secret@h/d",
    S3_SECRET_ACCESS_KEY: "secret",
    OTHER: "x",
  };
  expect(publicSettings(env)).toBe(`SITE_NAME='Ann'\\''s'\n`);
});

const hashOf = (path: string) => /[0-9a-f]{64}/.exec(path)?.[0] ?? "";

const takedownOf = (target: { service: string; user: string; post: string }) => ({
  ...{
    comment: null,
    share: null,
    file: null,
    reason: "",
    held: false,
    purge_at: null,
    kind: "takedown" as const,
  },
  ...target,
});
