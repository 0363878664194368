/** Builds the Debian package: the files in `files/`, the runtime files, the documentation, and the scripts in `DEBIAN/`. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExpectedError } from "#backend/expected-error.ts";
import { PROJECT } from "#backend/supervisor/build.ts";
import { VERSION } from "#backend/version.ts";
import { copyRuntimeFiles } from "./runtime-files.ts";

const run = promisify(execFile);
const PACKAGING = join(PROJECT, "backend/packaging");

/** Debian's names of Node's architectures. */
const ARCHITECTURES: Record<string, string> = { x64: "amd64", arm64: "arm64" };

/**
 * @param folder gets `roost_<version>_<architecture>.deb`
 * @returns path of the package
 * @throws ExpectedError if dpkg-deb is missing; BuildError, NotBundledError
 */
export async function buildDeb(folder: string, log: (line: string) => void): Promise<string> {
  await run("dpkg-deb", ["--version"]).catch(() => {
    throw new ExpectedError("dpkg-deb is missing: install the package dpkg, which has it.");
  });
  const version = debianVersion(VERSION);
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  const root = await mkdtemp(join(tmpdir(), "roost-deb-"));
  try {
    await copyRuntimeFiles(join(root, "usr/lib/roost"), { engines: true, log });
    await copyDocumentation(join(root, "usr/share/doc/roost"));
    await addSystemFiles(root);
    await writeControl(root, version, architecture);
    const file = join(folder, `roost_${version}_${architecture}.deb`);
    log("Packing ...");
    await mkdir(folder, { recursive: true });
    // zstd takes seconds where the default, xz, takes minutes.
    await run("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z6", "--build", root, file]);
    return file;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** `1.0.0-rc.1` becomes `1.0.0~rc.1`, which dpkg sorts before `1.0.0`. */
export const debianVersion = (version: string): string => version.replace("-", "~");

async function copyDocumentation(target: string): Promise<void> {
  const filter = (path: string) => path !== join(PROJECT, "docs/screenshots");
  await cp(join(PROJECT, "docs"), target, { recursive: true, filter });
  await cp(join(PROJECT, "LICENSE"), join(target, "copyright"));
}

/** Copies units, settings and the command, and sets the modes of the whole tree. */
export async function addSystemFiles(root: string): Promise<void> {
  await cp(join(PACKAGING, "files"), root, { recursive: true });
  await run("chmod", ["--recursive", "u=rwX,go=rX", root]);
  await chmod(join(root, "etc/roost/roost.env"), 0o640);
}

/** Writes the scripts of dpkg and `DEBIAN/control`. */
export async function writeControl(root: string, version: string, architecture: string): Promise<void> {
  const { stdout } = await run("du", ["--summarize", "--block-size=1024", root]);
  await cp(join(PACKAGING, "DEBIAN"), join(root, "DEBIAN"), { recursive: true });
  await run("chmod", ["--recursive", "u=rwX,go=rX", join(root, "DEBIAN")]);
  const control = join(root, "DEBIAN/control");
  const fields = [
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Installed-Size: ${Number.parseInt(stdout, 10)}`,
  ];
  await writeFile(control, `${fields.join("\n")}\n${await readFile(control, "utf8")}`);
}
