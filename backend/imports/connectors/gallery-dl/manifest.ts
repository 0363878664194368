/** Connector for the installed gallery-dl. */
import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Manifest } from "../protocol.ts";
import { GALLERY_DL_SERVICES, type GalleryDlService } from "./services.ts";

/** @returns the given program, otherwise the one on the PATH */
export async function findGalleryDl(given = process.env["GALLERY_DL"]): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const file of given ? [given] : folders.map((folder) => join(folder, "gallery-dl")))
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  return undefined;
}

/**
 * One manifest per service, so that a run can access the hosts of its service only. Older versions of gallery-dl lack
 * services, so the program lists those it supports.
 */
export async function galleryDlManifests(program: string): Promise<Manifest[]> {
  const list = promisify(execFile)(program, ["--config-ignore", "--list-modules"], { timeout: 30_000 });
  // Older versions exit with 1 after printing the list.
  const { stdout } = await list.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  const modules = new Set(stdout.split(/\s+/));
  return (Object.entries(GALLERY_DL_SERVICES) as [keyof typeof GALLERY_DL_SERVICES, GalleryDlService][])
    .filter(([service]) => modules.has(service))
    .map(([service, { hosts }]) => ({
      name: `gallery-dl-${service}`,
      services: [service],
      command: [...script(), program],
      hosts: [...hosts],
    }));
}

/** Built main.ts (backend/supervisor/build.ts), or its source with tsx. */
function script(): string[] {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  if (!import.meta.url.endsWith(".ts")) return [process.execPath, path("./gallery-dl-connector.js")];
  return [process.execPath, "--import", createRequire(import.meta.url).resolve("tsx"), path("./main.ts")];
}
