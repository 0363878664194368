import type { PictureHit } from "#shared/entities/archive-file.ts";
import type { Picture } from "../../../../offline/pictures/worker-api.ts";

/** Differing bits up to which pictures are called the same; copies in another size or format differ in fewer. */
const SAME_DISTANCE = 24;

export type Verdict = "identical" | "larger" | "same" | "similar";

/** @param hash SHA-256 of the own file */
export function verdictOf(
  hit: Pick<PictureHit, "hash" | "distance" | "width" | "height">,
  own: Pick<Picture, "width" | "height">,
  hash: string,
): Verdict {
  if (hit.hash === hash) return "identical";
  if (hit.distance > SAME_DISTANCE) return "similar";
  const isLarger = (hit.width ?? 0) * (hit.height ?? 0) > own.width * own.height;
  return isLarger ? "larger" : "same";
}

const ORDER: readonly Verdict[] = ["identical", "larger", "same", "similar"];

/** Identical files first, then larger copies, then the closest. */
export function byVerdict(
  hits: readonly PictureHit[],
  own: Picture,
  hash: string,
): { hit: PictureHit; verdict: Verdict }[] {
  return hits
    .map((hit) => ({ hit, verdict: verdictOf(hit, own, hash) }))
    .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || a.hit.distance - b.hit.distance);
}
