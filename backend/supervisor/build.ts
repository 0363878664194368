/** `npm run build`, and the check before every start that the build matches the sources. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { access, chmod, cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ExpectedError } from "#backend/expected-error.ts";
import { sourceCommit } from "../commit.ts";
import { installBuild } from "./install-build.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
export const PROJECT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const DIST = join(PROJECT, "dist");
const STAMP = join(DIST, "stamp");

/** Server programs: entry point and output of each. */
export const PROGRAMS = {
  roost: { entry: join(PROJECT, "backend/cli/roost.ts"), file: join(DIST, "server/roost.js") },
  api: { entry: join(PROJECT, "backend/main.ts"), file: join(DIST, "server/api.js") },
  indexer: { entry: join(PROJECT, "indexer/main.ts"), file: join(DIST, "server/indexer.js") },
  worker: { entry: join(PROJECT, "backend/worker/main.ts"), file: join(DIST, "server/worker.js") },
  copier: { entry: join(PROJECT, "backend/files/copier.ts"), file: join(DIST, "server/copier.js") },
  decoder: { entry: join(PROJECT, "backend/files/decoder.ts"), file: join(DIST, "server/decoder.js") },
  "gallery-dl-connector": {
    entry: join(PROJECT, "backend/imports/connectors/gallery-dl/main.ts"),
    file: join(DIST, "server/gallery-dl-connector.js"),
  },
};

/**
 * Environment of the server programs unless the operator sets it. glibc otherwise keeps freed memory in eight arenas a
 * core: 20 to 40 MB of the API under load.
 */
export const PROGRAM_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };

/** Part of the build failed; the message is from the tool. */
export class BuildError extends ExpectedError {
  override name = "BuildError";
}

/**
 * Builds the app and the server programs into `dist/`, unless the last build matches the sources.
 * @returns true if it built
 * @throws BuildError
 */
export async function build({ force = false, log = (_line: string) => {} } = {}): Promise<boolean> {
  const sources = await hashOfSources();
  const built = await readFile(STAMP, "utf8").catch(() => "");
  if (!force && built === sources) return false;
  await rm(STAMP, { force: true });
  log("Building the app ...");
  const next = join(DIST, "next"); // a running server keeps the last build until this one is complete
  const renderer = join(DIST, "next-ssr");
  await Promise.all([runVite(next), runVite(renderer, "--ssr"), buildServer()]);
  await installBuild({ next, pwa: join(DIST, "pwa"), earlier: join(DIST, "earlier") });
  await rm(join(DIST, "ssr"), { recursive: true, force: true });
  await rename(renderer, join(DIST, "ssr"));
  await writeFile(join(DIST, "server/commit"), (await sourceCommit(PROJECT)) ?? sources.slice(0, 40));
  await writeFile(STAMP, sources);
  return true;
}

async function runVite(folder: string, ...options: string[]): Promise<void> {
  const vite = join(dirname(require.resolve("vite/package.json")), "bin/vite.js");
  const common = ["--config", "vite.config.ts", "--logLevel", "warn", "--outDir", folder];
  await run(process.execPath, [vite, "build", ...common, ...options], {
    cwd: PROJECT,
    maxBuffer: 1 << 24,
    env: { ...process.env, NO_COLOR: "1" },
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) =>
    Promise.reject(new BuildError(`vite failed:\n${`${stdout}\n${stderr}`.trim()}`)),
  );
}

async function buildServer(): Promise<void> {
  for (const { entry } of Object.values(PROGRAMS)) {
    await access(entry).catch(() => Promise.reject(new BuildError(`There is no ${entry} to build.`)));
  }
  const server = join(DIST, "server");
  // Uses the API, since the command is a script or a native program, depending on whether install scripts ran.
  const esbuild = await import("esbuild");
  const { metafile } = await esbuild
    .build({
      entryPoints: Object.fromEntries(Object.entries(PROGRAMS).map(([name, { entry }]) => [name, entry])),
      outdir: server,
      chunkNames: "[name]-[hash]", // in the same folder, where paths relative to a module lead to the same files
      absWorkingDir: PROJECT,
      bundle: true,
      splitting: true, // a command loads only what it runs
      metafile: true,
      platform: "node",
      target: "node20",
      format: "esm",
      packages: "external",
      sourcemap: true,
      logLevel: "silent",
    })
    .catch((error: Error) => Promise.reject(new BuildError(`esbuild failed:\n${error.message}`)));
  await esbuild.build({
    entryPoints: [join(PROJECT, "backend/archive-files/reader.mjs")],
    outfile: join(server, "archive-files/reader.mjs"), // one file, as its process may read no other
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "silent",
  });
  // At the same relative path in the bundle and the source.
  for (const path of COPIED)
    await cp(join(PROJECT, "backend", path), join(server, path), { recursive: true });
  await removeOldModules(server, Object.keys(metafile.outputs));
  await chmod(PROGRAMS.roost.file, 0o755);
}

/** Files and folders that the server programs read (server-files.ts). */
const COPIED = ["db/migrations", "sample/media/loop.mp4", "sample/media/loop.webm"];

/** Removes the modules of earlier builds. */
async function removeOldModules(server: string, outputs: readonly string[]): Promise<void> {
  const current = new Set(outputs.map((path) => basename(path)));
  const modules = (await readdir(server)).filter((name) => /[.]js([.]map)?$/.test(name));
  for (const name of modules) if (!current.has(name)) await rm(join(server, name));
}

const SOURCES = [
  "shared",
  "backend",
  "indexer",
  "pwa",
  "sw",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "tsconfig.json",
  "meili.json",
];

/** Hashes names and bytes of all inputs of the build, without tests. */
async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const path of await filesUnder(join(PROJECT, source))) {
      hash.update(`${path.slice(PROJECT.length)}\0`);
      hash.update(readFileSync(path)); // a third of the time of 1,900 awaited reads
    }
  }
  return hash.digest("hex");
}

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return undefined;
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (entries === undefined) return [path];
  const wanted = entries.filter((entry) => !/[.](test|spec)[.]tsx?$|^README[.]md$/.test(entry.name));
  const nested = await Promise.all(wanted.map((entry) => filesUnder(join(path, entry.name))));
  return nested.flat().sort();
}
