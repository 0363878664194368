/** Commit that the server was built from, as `/api/v1/app_version` answers it: 40 hex digits. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Written by the build next to the bundles; missing in the source. */
const WRITTEN = new URL("./commit", import.meta.url);
const PROJECT = fileURLToPath(new URL("../", import.meta.url));

/** The commit recorded by the build; when run from source, that of the source, or a hash of it. */
export async function readCommit(): Promise<string> {
  const written = await readFile(WRITTEN, "utf8").catch(() => undefined);
  return written?.trim() ?? (await sourceCommit(PROJECT)) ?? (await hashOf(["backend", "shared"]));
}

/** Commit of a checkout, or of an archive that git made of one; undefined for any other copy. */
export async function sourceCommit(folder: string): Promise<string | undefined> {
  return (await commitOf(folder)) ?? (await archivedCommit(folder));
}

/** Git fills this file in when it makes an archive (.gitattributes). */
async function archivedCommit(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, "backend/archived-commit"), "utf8").catch(() => "");
  return /^[0-9a-f]{40}$/.exec(text.trim())?.[0];
}

/** Current commit of a folder; undefined if it is not the root of a repository or git is missing. */
async function commitOf(folder: string): Promise<string | undefined> {
  const asked = run("git", ["rev-parse", "--show-prefix", "HEAD"], { cwd: folder, timeout: 5_000 });
  const answer = await asked.then(
    ({ stdout }) => stdout,
    () => "",
  );
  // The first line is the path from the repository's root: a copy unpacked inside another repository is not at its
  // commit.
  return /^\n([0-9a-f]{40})\n$/.exec(answer)?.[1];
}

async function hashOf(folders: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const entries = await readdir(join(PROJECT, folder), { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort())
      hash.update(`${path.slice(PROJECT.length)}\0`).update(await readFile(path));
  }
  return hash.digest("hex").slice(0, 40);
}
