/** Programs of the tests that are started as processes. */
import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { PROJECT } from "#backend/supervisor/build.ts";

/** Program of a thread that others start from their own folder. */
const THREAD = "backend/files/copier.ts";

/**
 * Bundles a program, which then starts in a third of the time.
 * @param source its path in the project
 * @returns the path of the bundle, the same for each test file
 */
export async function bundleProgram(source: string): Promise<string> {
  const [file = ""] = await Promise.all([source, THREAD].map(bundle));
  return file;
}

async function bundle(source: string): Promise<string> {
  const folder = join(PROJECT, "dist/tests"); // in the project, where its packages are found
  const file = join(folder, basename(source).replace(/\.ts$/, ".js"));
  const unfinished = `${file}.${randomUUID()}`; // another file may be starting the last one
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [join(PROJECT, source)],
    outfile: unfinished,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
  });
  await rename(unfinished, file);
  return file;
}
