import type { Config } from "#backend/config.ts";
import { findGalleryDl } from "#backend/imports/connectors/gallery-dl/manifest.ts";
import { outdated } from "#backend/imports/connectors/gallery-dl/version.ts";
import type { Finding } from "./checks.ts";

/** Checks the version of the gallery-dl on this machine for each enabled service. */
export async function checkGalleryDl({
  GALLERY_DL,
  IMPORTERS,
}: Pick<Config, "GALLERY_DL" | "IMPORTERS">): Promise<Finding[]> {
  const program = await findGalleryDl(GALLERY_DL);
  const problem = program === undefined ? undefined : await outdated(program, IMPORTERS);
  if (problem === undefined) return [];
  const advice = "Install a newer version (docs/connectors.md): imports lack texts or files, or fail.";
  return [{ state: "warning", text: `Importer: ${problem}`, advice }];
}
