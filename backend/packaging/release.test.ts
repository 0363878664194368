/** Archives of a release, made of the build and of the last commit. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sourceCommit } from "#backend/commit.ts";
import { PROJECT } from "#backend/supervisor/build.ts";
import { VERSION } from "#backend/version.ts";
import { packProgram, packSource, readHead, writeChecksums } from "./release.ts";

const run = promisify(execFile);
const isCheckout = await readHead(PROJECT).then(
  () => true,
  () => false,
);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-release-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function unpack(file: string): Promise<string> {
  const into = await mkdtemp(join(folder, "unpacked-"));
  await run("tar", ["--extract", `--file=${file}`, `--directory=${into}`]);
  expect(await readdir(into)).toEqual([`roost-${VERSION}`]);
  return join(into, `roost-${VERSION}`);
}

test("the packed program runs where npm has installed its packages, and is packed to the same bytes again", async () => {
  const commit = { id: "", time: 1_800_000_000 };
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  await mkdir(first);
  await mkdir(second);
  const file = await packProgram(PROJECT, commit, first);
  const program = await unpack(file);
  await symlink(join(PROJECT, "node_modules"), join(program, "node_modules"));
  const { stdout } = await run(process.execPath, [join(program, "dist/server/roost.js"), "--version"]);
  expect(stdout).toBe(`${VERSION}\n`);
  await rm(join(program, "node_modules"));
  await utimes(join(program, "LICENSE"), 1, 1);
  expect(await readFile(await packProgram(program, commit, second))).toEqual(await readFile(file));
});

test.runIf(isCheckout)("the packed sources have their commit", async () => {
  const commit = await readHead(PROJECT);
  const source = await unpack(await packSource(PROJECT, commit, folder));
  expect(await sourceCommit(source)).toBe(commit.id);
  expect(await readdir(source)).not.toContain("dist");
});

test("the list of checksums is one that sha256sum checks", async () => {
  const out = join(folder, "out");
  await mkdir(out);
  await writeFile(join(out, "b.deb"), "b");
  await writeFile(join(out, "a.tar.gz"), "a");
  await writeChecksums(out);
  await writeChecksums(out);
  const { stdout } = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: out });
  expect(stdout).toBe("a.tar.gz: OK\nb.deb: OK\n");
});
