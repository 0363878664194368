/** Hashes a picture from the same pixels as the server: upright, in sRGB, on white (docs/decisions/0079). */
import { PictureHasher } from "#shared/rules/pdq.ts";
import { MIN_QUALITY } from "#shared/rules/pdq-limits.ts";
import { extend } from "./extend.ts";
import { type Box, FrameFinder } from "./frame.ts";
import type { Picture } from "./worker-api.ts";

/** Size of the part of a picture that is on the canvas; browsers limit its area. */
const STRIP_PIXELS = 4_000_000;
/** Shares that may have been cut off on each side: the first finds copies that lost 1 to 4 %, the second up to 6 %. */
const CUTS = [0.03, 0.05];
/** Longer side of the picture that is extended: a smaller one has nearly the same bits. */
const EXTENDED_SIDE = 512;

/** @returns undefined if the browser cannot decode the file */
export async function hashPicture(file: Blob): Promise<Picture | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  try {
    return hashBitmap(bitmap);
  } finally {
    bitmap.close();
  }
}

function hashBitmap(bitmap: ImageBitmap): Picture | undefined {
  const { width, height } = bitmap;
  const frame = new FrameFinder(width, height);
  const hashes = hashPart(bitmap, { left: 0, top: 0, width, height }, (rows) => frame.addRows(rows));
  if (hashes === undefined) return undefined;
  const [pdq, ...turned] = hashes;
  const inside = frame.finish();
  const unframed = inside === undefined ? undefined : hashPart(bitmap, inside)?.[0];
  const extended = pdq === undefined ? [] : hashExtended(bitmap);
  return {
    width,
    height,
    pdq,
    changed: [...(unframed === undefined ? [] : [unframed]), ...extended, ...turned],
  };
}

/** Hashes of the whole picture, if this one was cut out of it. */
function hashExtended(bitmap: ImageBitmap): string[] {
  const scale = Math.min(1, EXTENDED_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) return [];
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return CUTS.flatMap((share) => {
    const pixels = extend({ width, height, data }, share);
    const hasher = new PictureHasher(pixels.width, pixels.height);
    hasher.addRows(pixels.data, 4);
    return hasher.finish()?.hashes[0] ?? [];
  });
}

/**
 * Hashes a part of a picture in all orientations.
 * @param onRows called with the pixels that are hashed
 * @returns no hashes if there is too little in it; undefined without a canvas
 */
function hashPart(
  bitmap: ImageBitmap,
  { left, top, width, height }: Box,
  onRows?: (pixels: Uint8ClampedArray) => void,
): string[] | undefined {
  const rows = Math.min(height, Math.max(1, Math.floor(STRIP_PIXELS / width)));
  const context = new OffscreenCanvas(width, rows).getContext("2d", { willReadFrequently: true });
  if (context === null) return undefined;
  context.fillStyle = "#fff";
  const hasher = new PictureHasher(width, height);
  for (let done = 0; done < height; done += rows) {
    context.fillRect(0, 0, width, rows);
    context.drawImage(bitmap, -left, -top - done);
    const { data } = context.getImageData(0, 0, width, Math.min(rows, height - done));
    hasher.addRows(data, 4);
    onRows?.(data);
  }
  const { hashes = [], quality = 0 } = hasher.finish() ?? {};
  return quality < MIN_QUALITY ? [] : hashes;
}
