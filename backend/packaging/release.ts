/** Files of a release. The same commit gives the same bytes: sorted names, one date, no owners. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { VERSION } from "#backend/version.ts";
import { BUILT } from "./runtime-files.ts";

const run = promisify(execFile);
const NAME = `roost-${VERSION}`;
const CHECKSUMS = "SHA256SUMS";

/** The program, what npm needs to install its packages and to patch the driver, documentation, units of systemd. */
const PROGRAM = [
  ...BUILT,
  "README.md",
  "docs",
  "package-lock.json",
  ".npmrc",
  "backend/db/patch-driver.mjs",
  "backend/packaging/files",
];

export interface Commit {
  id: string;
  /** Seconds since 1970. */
  time: number;
}

/** @throws if `project` is no checkout */
export async function readHead(project: string): Promise<Commit> {
  const { stdout } = await run("git", ["log", "-1", "--format=%H %ct"], { cwd: project });
  const [id = "", time = ""] = stdout.trim().split(" ");
  return { id, time: Number(time) };
}

/** Packs the sources of a commit. @returns path of the archive */
export async function packSource(project: string, commit: Commit, out: string): Promise<string> {
  const file = join(out, `${NAME}-source.tar.gz`);
  const args = ["archive", "--format=tar.gz", `--prefix=${NAME}/`, `--output=${file}`, commit.id];
  await run("git", args, { cwd: project });
  return file;
}

/** Packs the built program, without packages of npm. @returns path of the archive */
export async function packProgram(project: string, commit: Commit, out: string): Promise<string> {
  const file = join(out, `${NAME}.tar.gz`);
  await run("tar", [
    "--create",
    "--use-compress-program=gzip -n9",
    `--file=${file}`,
    `--directory=${project}`,
    "--sort=name",
    `--mtime=@${commit.time}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
    "--exclude=docs/screenshots",
    `--transform=s,^,${NAME}/,`,
    ...PROGRAM,
  ]);
  return file;
}

/** Builds the image from the packed sources. @returns path of an OCI archive */
export async function packImage(source: string, commit: Commit, out: string): Promise<string> {
  const file = join(out, `${NAME}-image.tar`);
  const context = join(out, "image-context");
  await mkdir(context);
  try {
    await run("tar", ["--extract", `--file=${source}`, `--directory=${context}`, "--strip-components=1"]);
    const name = `localhost/roost:${VERSION}`;
    const options = { maxBuffer: 1 << 26 };
    await run(
      "buildah",
      ["bud", "--format=docker", "--target=roost", `--timestamp=${commit.time}`, "-t", name, context],
      options,
    );
    await run("buildah", ["push", name, `oci-archive:${file}:roost:${VERSION}`], options);
    return file;
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

/** Writes the list that `sha256sum --check` reads, of all files in the folder. */
export async function writeChecksums(out: string): Promise<void> {
  const names = (await readdir(out)).filter((name) => name !== CHECKSUMS).sort();
  const lines: string[] = [];
  for (const name of names) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(out, name)), hash);
    lines.push(`${hash.digest("hex")}  ${name}\n`);
  }
  await writeFile(join(out, CHECKSUMS), lines.join(""));
}
