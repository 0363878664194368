/** Hashing pictures on the device, beside decoding them into pixels that a script can read, in Chromium. */
import type { Page } from "playwright";
import sharp from "sharp";
import { drawnPage } from "./drawn-pages.ts";
import { compare, type Line, ms, rounds } from "./measure.ts";
import { openPicturePage } from "./picture-page.ts";

/** Smallest share of the speed of decoding alone. */
const GOAL = 0.7;
/** Grain of photos, without which they would be decoded faster than what cameras write. */
const GRAIN = { type: "gaussian", mean: 128, sigma: 24 } as const;

/** Longer side 4/3 of the shorter one; `turns` is how often each is decoded in a round. */
const PICTURES = [
  { what: "a photo, JPEG, 12 million pixels", width: 4_000, isPhoto: true, turns: 3 },
  { what: "a photo, JPEG, 3 million pixels", width: 2_000, isPhoto: true, turns: 8 },
  { what: "a photo, JPEG, 1 million pixels", width: 1_200, isPhoto: true, turns: 15 },
  { what: "a drawn page, PNG, 3 million pixels", width: 2_000, isPhoto: false, turns: 8 },
];

/** Exports of pwa/offline/pictures/hash-picture.ts, in the page. */
declare const pictures: typeof import("../../pwa/offline/pictures/hash-picture.ts");

type Work = "decode" | "read" | "hash";

export async function benchHashing(): Promise<Line[]> {
  await using opened = await openPicturePage("hash-picture.ts", "pictures");
  const { page } = opened;
  const lines: Line[] = [];
  for (const { what, width, isPhoto, turns } of PICTURES) {
    const buffer = await drawn(width, isPhoto);
    await page.setInputFiles("input", { name: "picture", mimeType: "image/*", buffer });
    const found = await rounds<number>({
      hash: () => time(page, "hash", turns),
      read: () => time(page, "read", turns),
      decode: () => time(page, "decode", turns),
    });
    const { hash = [], read = [], decode = [] } = found;
    // As rates, so that 1 is as fast as decoding alone.
    lines.push(
      asRate(
        compare(`picture: hashing ${what}, beside decoding it to readable pixels`, hash, read, ms),
        GOAL,
      ),
      asRate(compare(`picture: hashing ${what}, beside an ImageBitmap that nobody reads`, hash, decode, ms)),
    );
  }
  return lines;
}

/** Turns times into rates. */
function asRate({ spread = [1, 1], ...line }: Line, goal?: number): Line {
  const ratio = 1 / line.ratio;
  return {
    ...{ ...line, ratio, spread: [1 / spread[1], 1 / spread[0]] },
    ...(goal === undefined ? {} : { goal: `>= ${goal.toFixed(2)}`, met: ratio >= goal }),
  };
}

/** Milliseconds for a picture. */
const time = (page: Page, work: Work, turns: number) =>
  page.evaluate(
    async ([what, count]) => {
      const file = document.querySelector("input")?.files?.[0] as Blob;
      const begun = performance.now();
      for (let turn = 0; turn < count; turn += 1) {
        if (what === "hash") {
          if ((await pictures.hashPicture(file))?.pdq === undefined) throw new Error("It has no bits.");
          continue;
        }
        const bitmap = await createImageBitmap(file);
        const { width, height } = bitmap;
        if (what === "read") {
          const rows = Math.floor(2 ** 17 / width); // as many at once as the app reads
          const context = new OffscreenCanvas(width, rows).getContext("2d", { willReadFrequently: true });
          for (let done = 0; done < height; done += rows) {
            context?.drawImage(bitmap, 0, -done);
            context?.getImageData(0, 0, width, Math.min(rows, height - done));
          }
        }
        bitmap.close();
      }
      return (performance.now() - begun) / count;
    },
    [work, turns] as const,
  );

async function drawn(width: number, isPhoto: boolean): Promise<Buffer> {
  const height = (width * 3) / 4;
  const page = sharp(Buffer.from(drawnPage(1, 1, width, height))).removeAlpha();
  if (!isPhoto) return await page.png().toBuffer();
  const grain = await sharp({ create: { width, height, channels: 3, background: "#000", noise: GRAIN } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return await page
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
