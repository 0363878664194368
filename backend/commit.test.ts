import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCommit, sourceCommit } from "./commit.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-commit-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a commit is 40 hex and stays the same", async () => {
  const commit = await readCommit();
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(await readCommit()).toBe(commit);
});

test("a folder's commit is that of its own repository only", async () => {
  const inner = join(folder, "unpacked");
  await mkdir(inner);
  expect(await sourceCommit(folder)).toBeUndefined();
  const git = (...words: string[]) =>
    run("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...words], { cwd: folder });
  await git("init", "--quiet");
  expect(await sourceCommit(folder)).toBeUndefined();
  await git("commit", "--quiet", "--allow-empty", "--message", "First");
  const { stdout } = await git("rev-parse", "HEAD");
  expect(await sourceCommit(folder)).toBe(stdout.trim());
  expect(await sourceCommit(inner)).toBeUndefined();
});

test("a folder that is not there has no commit", async () => {
  expect(await sourceCommit(join(folder, "nowhere"))).toBeUndefined();
});

test("an archive that git made of a checkout has its commit", async () => {
  const unpacked = join(folder, "archive");
  await mkdir(join(unpacked, "backend"), { recursive: true });
  const marker = join(unpacked, "backend/archived-commit");
  await writeFile(marker, "$Format:%H$\n");
  expect(await sourceCommit(unpacked)).toBeUndefined();
  await writeFile(marker, `${"0a".repeat(20)}\n`);
  expect(await sourceCommit(unpacked)).toBe("0a".repeat(20));
});
