import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitOf, readVersion } from "./version.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-version-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a version is 40 hex and stays the same", async () => {
  const version = await readVersion();
  expect(version).toMatch(/^[0-9a-f]{40}$/);
  expect(await readVersion()).toBe(version);
});

test("a folder's commit is that of its own repository only", async () => {
  const inner = join(folder, "unpacked");
  await mkdir(inner);
  expect(await commitOf(folder)).toBeUndefined();
  const git = (...words: string[]) =>
    run("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...words], { cwd: folder });
  await git("init", "--quiet");
  expect(await commitOf(folder)).toBeUndefined();
  await git("commit", "--quiet", "--allow-empty", "--message", "First");
  const { stdout } = await git("rev-parse", "HEAD");
  expect(await commitOf(folder)).toBe(stdout.trim());
  expect(await commitOf(inner)).toBeUndefined();
});

test("a folder that is not there has no commit", async () => {
  expect(await commitOf(join(folder, "nowhere"))).toBeUndefined();
});
