/** A disk that runs full: each command says which one in a sentence, and goes on once there is space. */
import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FullDiskError, orFullDisk } from "#backend/full-disk.ts";
import { createDatabase } from "#tests/support/database.ts";
import { ROOST } from "#tests/support/roost.ts";
import { canMount, withSmallDisk } from "#tests/support/small-disk.ts";
import { creator, ingestFolder, post, spawnIngest, storedFile, temporary, writeBundle } from "./bundle.ts";

const sentence = (disk: string) =>
  `The disk ${disk} is full: free some space there and run the same command again; nothing that was stored before is lost.\n`;

interface Ended {
  code: number;
  err: string;
}

/** @param small folder on a disk of 1 MiB */
function run(args: string[], env: Record<string, string>, small?: string): Promise<Ended> {
  const node = [process.execPath, ROOST, ...args];
  const [program = "", ...rest] = small === undefined ? node : withSmallDisk(small, node);
  return new Promise((resolve) =>
    execFile(program, rest, { env: { ...process.env, ...env } }, (error, _out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, err }),
    ),
  );
}

test.runIf(canMount)("an ingest and an export name the folder whose disk is full", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const at = (name: string) => join(folder.path, name);
  const file = storedFile("x".repeat(3_000_000));
  await writeBundle(at("bundle"), { files: [file.record], creators: [creator("1")] }, [file]);
  await mkdir(at("data"));
  await mkdir(at("small"));
  const env = (data: string) => ({ DATABASE_URL: database.url, ROOST_DATA: data });
  expect(await run(["ingest", at("bundle")], env(at("small")), at("small"))).toEqual({
    code: 2,
    err: sentence(`that holds ${at("small")}`),
  });
  expect(await database.sql`select from files`).toHaveLength(0);
  expect((await ingestFolder(database.sql, at("bundle"), at("data"))).list).toEqual([]);
  expect(await run(["export", at("small/backup")], env(at("data")), at("small"))).toEqual({
    code: 2,
    err: sentence(`that holds ${at("small")}`),
  });
  expect(await readdir(at("small"))).toEqual([]);
});

test("an ingest and a takedown say that the disk of the database is full, and work once it is not", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  await writeBundle(folder.path, { creators: [creator("1")], posts: [post("a"), post("b")] });
  await sql.unsafe(`
    create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger no_room before insert on posts execute function no_room();
    create trigger no_room before insert on takedowns execute function no_room();`);
  const env = { DATABASE_URL: database.url, ROOST_DATA: folder.path };
  const full = { code: 2, err: sentence("of the database") };
  expect(await run(["ingest", folder.path], env)).toEqual(full);
  expect(await run(["takedown", "patreon", "1"], env)).toEqual(full);
  expect(await sql`select from creators`).toHaveLength(1);
  await sql`drop trigger no_room on posts`;
  await sql`drop trigger no_room on takedowns`;
  expect((await spawnIngest(database.url, folder.path, [folder.path]).ended).code).toBe(0);
  expect(await sql`select from posts`).toHaveLength(2);
  expect((await run(["takedown", "patreon", "1"], env)).code).toBe(0);
});

const LOST = Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
const OTHERS: [string, unknown, string | undefined][] = [
  ["another error", new Error("ENOENT"), tmpdir()],
  ["a lost connection while there is space", LOST, tmpdir()],
  ["a lost connection to a database elsewhere", LOST, undefined],
  ["what is no error", "text", tmpdir()],
];
test.each(OTHERS)("%s stays what it is", async (_, error, database) => {
  expect(await orFullDisk(error, { folders: [tmpdir()], database })).toBe(error);
});

test.runIf(process.platform === "linux")(
  "an error of a write and of the search engine are taken for a full disk",
  async () => {
    const written = await writeFile("/dev/full", "x").catch((error: unknown) => error);
    const folders = [tmpdir()];
    expect(await orFullDisk(written, { folders })).toMatchObject({
      message: sentence(`that holds ${tmpdir()}`).trim(),
    });
    const refused = new Error("Refused", { cause: { code: "no_space_left_on_device" } });
    const found = await orFullDisk(refused, { folders });
    expect(found).toBeInstanceOf(FullDiskError);
    expect(found).toMatchObject({ message: sentence("of the search engine").trim(), cause: refused });
  },
);
