/**
 * Measures and hashes hostile images and makes thumbnails of them one by one, in a process that may be killed at any time:
 * receives a job as a message, returns the size, the hash and the thumbnail, or an error (decoders.ts).
 */
import sharp from "sharp";
import { PictureHasher } from "#shared/rules/pdq.ts";
import type { Decoded, DecoderJob, PictureSize } from "./decoders.ts";
import { type PictureSource, pictureSource } from "./picture-source.ts";

/** Size of the part of an image that is in memory as pixels. */
const MAX_STRIP_PIXELS = 24_000_000;

sharp.concurrency(1); // parallelism comes from several processes
sharp.cache(false);

process.on("message", async (job: DecoderJob) => {
  const answer = await decode(job).catch((error) => ({ fault: String(error?.message) }));
  process.send?.({ ...answer, resident: process.memoryUsage.rss() });
});

const open = ({ input, raw }: PictureSource, limitInputPixels: number) =>
  sharp(input, { limitInputPixels, failOn: "error", ...(raw && { raw }) });

async function decode(job: DecoderJob): Promise<Decoded> {
  const { maxPixels, thumbnail } = job;
  const source = await pictureSource(job.source, maxPixels);
  const image = open(source, maxPixels);
  const { autoOrient, hasAlpha } = await image.metadata();
  const { width, height } = autoOrient;
  const decoded: Decoded = { width, height };
  if (thumbnail !== undefined) {
    const { resize, format, encoding } = thumbnail;
    // A name among those that sharp knows.
    const made = image
      .autoOrient()
      .resize(resize)
      .toFormat(format as "webp", encoding);
    decoded.picture = await made.toBuffer();
  }
  // An image that cannot be read to its end still has a size.
  return job.hash
    ? { ...decoded, ...(await lookOf(source, maxPixels, decoded, hasAlpha).catch(() => undefined)) }
    : decoded;
}

/** Hashes and averages the pixels as a browser shows them: upright, in sRGB, on white. */
async function lookOf(
  source: PictureSource,
  maxPixels: number,
  { width, height }: PictureSize,
  hasAlpha: boolean,
): Promise<Pick<Decoded, "hash" | "color">> {
  const hasher = new PictureHasher(width, height);
  const color = new AverageColor();
  const rows = Math.max(1, Math.floor(MAX_STRIP_PIXELS / width));
  for (let top = 0; top < height; top += rows) {
    const image = open(source, maxPixels)
      .autoOrient()
      .extract({ left: 0, top, width, height: Math.min(rows, height - top) });
    const pixels = await image
      .flatten({ background: "#fff" })
      .toColorspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer();
    hasher.addRows(pixels, 3);
    color.add(pixels);
  }
  const found = hasher.finish();
  return {
    ...(!hasAlpha && { color: color.text() }), // which would show through
    ...(found && { hash: { bits: found.hashes[0] as string, quality: found.quality } }),
  };
}

/** Pixels from one to the next that is looked at: enough for an average, and a prime so that no pattern is hit. */
const COLOR_STEP = 61;

/** Average of pixels of three bytes. */
class AverageColor {
  readonly #sums = [0, 0, 0];
  #count = 0;

  add(pixels: Uint8Array): void {
    for (let at = 0; at < pixels.length; at += COLOR_STEP * 3, this.#count += 1)
      this.#sums.forEach((sum, channel) => {
        this.#sums[channel] = sum + (pixels[at + channel] ?? 0);
      });
  }

  text(): string {
    const parts = this.#sums.map((sum) => Math.round(sum / this.#count));
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }
}

// exit() would wait for a hanging decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
