import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { exportBundle } from "#backend/imports/bundle/export.ts";
import { ingestBundle } from "#backend/imports/bundle/ingest.ts";
import { openFolder } from "#backend/imports/bundle/source.ts";
import { createDatabase } from "#tests/support/database.ts";
import { startS3 } from "#tests/support/s3.ts";
import { everything, storedFile, temporary, writeBundle } from "./bundle.ts";

test("an archive is imported into a bucket and exported from it, wrong files reported as on disk", async () => {
  await using s3 = await startS3();
  await using database = await createDatabase();
  await using folder = await temporary();
  const at = (name: string) => join(folder.path, name);
  const { bundle, files } = everything();
  const wrong = { ...storedFile("what was promised"), bytes: Buffer.from("what was pushed ?") };
  const bundled = { ...bundle, files: [...bundle.files, wrong.record] };
  await writeBundle(at("in"), bundled, [...files, wrong]);

  const storage = openStorage(readConfig({ ...s3.settings, ROOST_DATA: at("data") }));
  const problems: string[] = [];
  const bring = async () =>
    ingestBundle({
      sql: database.sql,
      storage,
      source: await openFolder(at("in")),
      onProblem: ({ kind }) => problems.push(kind),
    });
  expect((await bring()).filesStored).toBe(files.length);
  expect(problems).toEqual(["hash mismatch"]);
  expect((await bring()).filesStored).toBe(0);
  const kept: string[] = [];
  for await (const { path } of storage.list()) kept.push(path);
  expect(kept.sort()).toEqual(files.map(({ path }) => path).sort());

  expect((await exportBundle({ sql: database.sql, storage, folder: at("out") })).missing).toBe(0);
  for (const { path, bytes } of files)
    expect((await readFile(join(at("out"), "files", path))).equals(bytes)).toBe(true);
  await storage.remove(files[0]!.path);
  expect((await exportBundle({ sql: database.sql, storage, folder: at("out2") })).missing).toBe(1);
});
