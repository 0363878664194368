/** Copies of drawn pictures that are found by their PDQ hashes, beside other perceptual hashes of 256 bits. */
import { bmvbhash } from "blockhash-core";
import sharp, { type Sharp } from "sharp";
import { PictureHasher } from "#shared/rules/pdq.ts";
import { MAX_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { distanceOf, drawPicture } from "#tests/support/pictures.ts";
import { FrameFinder } from "../../pwa/offline/pictures/frame.ts";
import type { Line } from "./measure.ts";

const SIZE = { width: 640, height: 480 };
const RECTANGLES = 60;
/** A frame, and what a crop cuts off, on each side. */
const EDGE = 0.05;
const [EDGE_X, EDGE_Y] = [SIZE.width * EDGE, SIZE.height * EDGE];

const WATERMARK = Buffer.from(
  `<svg width="${SIZE.width}" height="${SIZE.height}"><text x="40" y="440" font-size="64" fill="#fff" fill-opacity="0.7">watermark</text></svg>`,
);

const scaled = (by: number) => (picture: Sharp) => picture.resize(SIZE.width * by);

const TRANSFORMS: Record<string, (picture: Sharp) => Sharp> = {
  "scaled to 0.25": scaled(0.25),
  "scaled to 0.5": scaled(0.5),
  "scaled to 2": scaled(2),
  "JPEG 40": (picture) => picture.jpeg({ quality: 40 }),
  "WebP 50": (picture) => picture.webp({ quality: 50 }),
  blurred: (picture) => picture.blur(2),
  "1.2 times as bright": (picture) => picture.modulate({ brightness: 1.2 }),
  "in gray": (picture) => picture.grayscale(),
  "with a watermark": (picture) => picture.composite([{ input: WATERMARK }]),
  "cropped by 5 %": (picture) =>
    picture.extract({
      ...{ left: EDGE_X, top: EDGE_Y },
      ...{ width: SIZE.width - 2 * EDGE_X, height: SIZE.height - 2 * EDGE_Y },
    }),
  framed: (picture) =>
    picture.extend({ ...{ left: EDGE_X, right: EDGE_X, top: EDGE_Y, bottom: EDGE_Y }, background: "#fff" }),
  "rotated by 2°": (picture) => picture.rotate(2, { background: "#fff" }),
};

const UNFRAMED = "framed, searched without its frame";

const HASHERS: Record<"PDQ" | "blockhash" | "dHash", (picture: Sharp) => Promise<string>> = {
  async PDQ(picture) {
    const { data, info } = await pixelsOf(picture.removeAlpha());
    const hasher = new PictureHasher(info.width, info.height);
    hasher.addRows(data, 3);
    return hasher.finish()?.hashes[0] ?? "";
  },
  async blockhash(picture) {
    const { data, info } = await pixelsOf(picture.ensureAlpha());
    return bmvbhash({ data, width: info.width, height: info.height }, 16);
  },
  /** A bit for each of 16x16 neighbors of which the right one is brighter. */
  async dHash(picture) {
    const { data } = await pixelsOf(picture.grayscale().resize(17, 16, { fit: "fill" }).removeAlpha());
    let digits = "";
    for (let at = 0; at < 256; at += 4) {
      let digit = 0;
      for (let bit = at; bit < at + 4; bit += 1) {
        const left = Math.floor(bit / 16) * 17 + (bit % 16);
        digit = digit * 2 + ((data[left + 1] as number) > (data[left] as number) ? 1 : 0);
      }
      digits += digit.toString(16);
    }
    return digits;
  },
};

type Hashes = Record<keyof typeof HASHERS, string>;
const NAMES = Object.keys(HASHERS) as (keyof typeof HASHERS)[];

const pixelsOf = (picture: Sharp) =>
  picture.flatten({ background: "#fff" }).toColorspace("srgb").raw().toBuffer({ resolveWithObject: true });

/** @param pictures number; each has 12 copies, and there is a pair of look-alikes for each */
export async function benchRecall(pictures: number): Promise<Line[]> {
  const same = Object.fromEntries(
    [...Object.keys(TRANSFORMS), UNFRAMED, "look-alike", "other"].map((name) => [name, none()]),
  );
  let before: Hashes | undefined;
  for (let seed = 1; seed <= pictures; seed += 1) {
    const picture = drawn(seed);
    const own = await hashesOf(picture());
    const add = (name: string, found: Hashes) => count(own, found, same[name] as Counts);
    for (const [name, transform] of Object.entries(TRANSFORMS)) {
      const copy = await transform(picture()).toBuffer();
      add(name, await hashesOf(sharp(copy)));
      if (name === "framed") add(UNFRAMED, await hashesOf(await insideOf(copy)));
    }
    const [one, other] = [await filled(seed, 1), await filled(seed, 2)];
    count(await hashesOf(one), await hashesOf(other), same["look-alike"] as Counts);
    if (before !== undefined) add("other", before);
    before = own;
  }
  const line = (name: string, what: string, of: number): Line => {
    const { PDQ, blockhash, dHash } = same[name] as Counts;
    const percent = (found: number) => `${((found / of) * 100).toFixed(1)} %`;
    return {
      ...{ what, ours: percent(PDQ), limit: `${percent(blockhash)} blockhash, ${percent(dHash)} dHash` },
      // Equal where none finds any.
      ...{ ratio: Math.max(PDQ, 1 / of) / Math.max(blockhash, dHash, 1 / of), goal: "-", met: undefined },
    };
  };
  return [
    ...[...Object.keys(TRANSFORMS), UNFRAMED].map((name) =>
      line(name, `recall: ${name}, within ${MAX_DISTANCE} of 256 bits, ${pictures} pictures`, pictures),
    ),
    line("look-alike", `taken for the same: one template, other content, ${pictures} pairs`, pictures),
    line("other", `taken for the same: another picture, ${pictures - 1} pairs`, pictures - 1),
  ];
}

/** The picture in its frame, as the device finds it. */
async function insideOf(framed: Buffer): Promise<Sharp> {
  const { data, info } = await pixelsOf(sharp(framed).ensureAlpha());
  const finder = new FrameFinder(info.width, info.height);
  finder.addRows(new Uint8ClampedArray(data));
  const inside = finder.finish();
  return sharp(inside === undefined ? framed : await sharp(framed).extract(inside).toBuffer());
}

type Counts = Record<keyof typeof HASHERS, number>;
const none = (): Counts => ({ PDQ: 0, blockhash: 0, dHash: 0 });

function count(one: Hashes, other: Hashes, same: Counts): void {
  for (const hasher of NAMES) if (distanceOf(one[hasher], other[hasher]) <= MAX_DISTANCE) same[hasher] += 1;
}

function drawn(seed: number): () => Sharp {
  const { width, height, data } = drawPicture(seed, SIZE.width, SIZE.height, RECTANGLES);
  return () => sharp(data, { raw: { width, height, channels: 3 } }).png({ compressionLevel: 1 }); // unless a copy has another format
}

/** A template that is the same for all contents: a page with a panel of half its width and height. */
async function filled(seed: number, content: number): Promise<Sharp> {
  const size = { width: SIZE.width / 2, height: SIZE.height / 2 };
  const { data } = drawPicture(seed * 10_000 + content, size.width, size.height, RECTANGLES);
  const panel = { input: Buffer.from(data), raw: { ...size, channels: 3 as const } };
  // Drawn first: what is composed is not scaled.
  const page = drawn(seed)().composite([panel]);
  return sharp(await page.toBuffer());
}

async function hashesOf(picture: Sharp): Promise<Hashes> {
  const found = NAMES.map(async (name) => [name, await HASHERS[name](picture.clone())] as const);
  return Object.fromEntries(await Promise.all(found)) as Hashes;
}
