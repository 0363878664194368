import { findGalleryDl, galleryDlManifests } from "#backend/imports/connectors/gallery-dl/manifest.ts";
import type { Manifest } from "#backend/imports/connectors/protocol.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";

/** @returns the manifests of this machine's gallery-dl with the built connector, none where it is not installed */
export async function findManifests(): Promise<Manifest[]> {
  const program = await findGalleryDl();
  if (program === undefined) return [];
  const command = [process.execPath, PROGRAMS["gallery-dl-connector"].file, program];
  return (await galleryDlManifests(program)).map((manifest) => ({ ...manifest, command }));
}
