/** Checks that the installed gallery-dl still works with a service. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { GALLERY_DL_SERVICES, type GalleryDlService } from "./services.ts";

const TIMEOUT_MS = 30_000;
const BY_NUMBER = new Intl.Collator("en", { numeric: true });

/** @returns a sentence naming the services that need a newer version, or that the program fails; undefined if all is well */
export async function outdated(program: string, services: readonly string[]): Promise<string | undefined> {
  let version: string;
  try {
    version = (await promisify(execFile)(program, ["--version"], { timeout: TIMEOUT_MS })).stdout.trim();
  } catch (error) {
    return `gallery-dl does not run: ${error instanceof Error ? error.message : error}`;
  }
  const needs = services.flatMap((service) => {
    const since = (GALLERY_DL_SERVICES as Partial<Record<string, GalleryDlService>>)[service]?.since;
    return since !== undefined && BY_NUMBER.compare(version, since) < 0
      ? [`${service} (needs ${since})`]
      : [];
  });
  return needs.length === 0 ? undefined : `gallery-dl ${version} is too old for ${needs.join(", ")}`;
}
