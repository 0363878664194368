/** Hashes a picture from the same pixels as the server: upright, in sRGB, on white (docs/decisions/0079). */
import { PictureHasher } from "#shared/rules/pdq.ts";
import { MIN_QUALITY } from "#shared/rules/pdq-limits.ts";
import { type Box, FrameFinder } from "./frame.ts";
import { MOVED_EDGES, moveEdges } from "./move-edges.ts";
import type { Picture } from "./worker-api.ts";

/** Size of the part of a picture that is on the canvas: memory for a larger one takes longer to get than the drawing. */
const STRIP_PIXELS = 2 ** 17;
/** Longer side of the picture whose edges are moved: a smaller one has nearly the same bits. */
const MOVED_SIDE = 512;

/** @returns undefined if the browser cannot decode the file */
export async function hashPicture(file: Blob): Promise<Picture | undefined> {
  return await withBitmap(file, (bitmap) => {
    const hashes = hashPart(bitmap, wholeOf(bitmap));
    return hashes && { width: bitmap.width, height: bitmap.height, pdq: hashes[0] };
  });
}

/** @returns nothing if the browser cannot decode the file, or there is too little in it */
export async function hashChanged(file: Blob): Promise<string[]> {
  const found = await withBitmap(file, (bitmap) => {
    const frame = new FrameFinder(bitmap.width, bitmap.height);
    const [pdq, ...turned] = hashPart(bitmap, wholeOf(bitmap), (rows) => frame.addRows(rows)) ?? [];
    const inside = frame.finish();
    const unframed = inside === undefined ? [] : (hashPart(bitmap, inside)?.slice(0, 1) ?? []);
    const moved = pdq === undefined ? [] : hashMoved(bitmap);
    return [...unframed, ...moved, ...turned];
  });
  return found ?? [];
}

async function withBitmap<T>(file: Blob, use: (bitmap: ImageBitmap) => T): Promise<T | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  try {
    return use(bitmap);
  } finally {
    bitmap.close();
  }
}

const wholeOf = ({ width, height }: ImageBitmap): Box => ({ left: 0, top: 0, width, height });

/** Hashes of the picture with its edges moved. */
function hashMoved(bitmap: ImageBitmap): string[] {
  const scale = Math.min(1, MOVED_SIDE / Math.max(bitmap.width, bitmap.height));
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
  return MOVED_EDGES.flatMap((share) => {
    const pixels = moveEdges({ width, height, data }, share);
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
