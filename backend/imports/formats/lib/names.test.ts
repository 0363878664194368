import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Downloads } from "./folder.ts";
import type { Folder } from "./format.ts";
import { entriesOf, oldestOf } from "./names.ts";

let root: string;
let ann: Folder;
const reports: string[] = [];
const report = (path: string, reason: string) => reports.push(`${path}: ${reason}`);

beforeEach(async () => {
  reports.length = 0;
  root = await mkdtemp(join(tmpdir(), "roost-names-"));
  await mkdir(join(root, "ann"));
  await writeFile(join(root, "ann", "1.png"), "1");
  const { folder } = await Downloads.open(root);
  ann = (await folder.folder("ann"))!;
});
afterEach(() => rm(root, { recursive: true }));

test("a folder that is replaced by a link while it is imported is named and taken for empty", async () => {
  await rm(join(root, "ann"), { recursive: true });
  await symlink(tmpdir(), join(root, "ann"));
  expect(await entriesOf(ann, { report })).toEqual([]);
  expect(reports).toEqual(["ann: is outside of the folder"]);
});

test("a file that is gone has no date", async () => {
  const entries = await entriesOf(ann, { report });
  expect(await oldestOf(ann, entries, { report })).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  await rm(join(root, "ann", "1.png"));
  expect(await oldestOf(ann, entries, { report })).toBeUndefined();
  expect(reports).toEqual(["ann/1.png: is not a file"]);
});
