/** Copies of drawn pictures that are found by their PDQ hashes, beside other perceptual hashes of 256 bits. */
import { bmvbhash } from "blockhash-core";
import sharp, { type Sharp } from "sharp";
import { PictureHasher } from "#shared/rules/pdq.ts";
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { distanceOf, drawPicture } from "#tests/support/pictures.ts";
import { extend } from "../../pwa/offline/pictures/extend.ts";
import { FrameFinder } from "../../pwa/offline/pictures/frame.ts";
import type { Line } from "./measure.ts";

const SIZE = { width: 640, height: 480 };
const RECTANGLES = 60;
/** A frame, and what a crop cuts off, on each side. */
const EDGE = 0.05;
const [EDGE_X, EDGE_Y] = [SIZE.width * EDGE, SIZE.height * EDGE];

/** A line across the lower edge, of a fifteenth of the height, and one of twice that. */
const watermark = (size: number) => (picture: Sharp) =>
  picture.composite([
    {
      input: Buffer.from(
        `<svg width="${SIZE.width}" height="${SIZE.height}"><text x="40" y="440" font-size="${size}" fill="#fff" fill-opacity="0.7">watermark</text></svg>`,
      ),
    },
  ]);

interface Copy {
  make: (picture: Sharp) => Sharp;
  /** Smallest share that is to be found. */
  goal?: number;
  /** Change of the copy by which "Search rotated, mirrored, framed and cropped" finds it. */
  changed?: { how: string; change: (copy: Buffer) => Promise<Sharp>; goal: number };
}

const scaled = (by: number): Copy => ({ make: (picture) => picture.resize(SIZE.width * by), goal: 0.98 });
const turned = (make: Copy["make"]): Copy => ({
  make,
  changed: { how: "searched in its eight orientations", change: async (copy) => sharp(copy), goal: 0.95 },
});

const COPIES: Record<string, Copy> = {
  "scaled to 0.25": scaled(0.25),
  "scaled to 0.5": scaled(0.5),
  "scaled to 2": scaled(2),
  "JPEG 40": { make: (picture) => picture.jpeg({ quality: 40 }), goal: 0.98 },
  "WebP 50": { make: (picture) => picture.webp({ quality: 50 }), goal: 0.98 },
  "a frame of a GIF": { make: (picture) => picture.gif(), goal: 0.9 },
  blurred: { make: (picture) => picture.blur(2), goal: 0.9 },
  "1.2 times as bright": { make: (picture) => picture.modulate({ brightness: 1.2 }), goal: 0.9 },
  "in gray": { make: (picture) => picture.grayscale(), goal: 0.9 },
  "with a watermark": { make: watermark(32), goal: 0.9 },
  "with a large watermark": { make: watermark(64), goal: 0.9 },
  "cropped by 5 %": {
    make: (picture) =>
      picture.extract({
        ...{ left: EDGE_X, top: EDGE_Y },
        ...{ width: SIZE.width - 2 * EDGE_X, height: SIZE.height - 2 * EDGE_Y },
      }),
    changed: { how: "searched extended", change: extended, goal: 0.9 },
  },
  framed: {
    make: (picture) =>
      picture.extend({ ...{ left: EDGE_X, right: EDGE_X, top: EDGE_Y, bottom: EDGE_Y }, background: "#fff" }),
    changed: { how: "searched without its frame", change: insideOf, goal: 0.9 },
  },
  "rotated by 90°": turned((picture) => picture.rotate(90)),
  mirrored: turned((picture) => picture.flop()),
  "rotated by 2°": { make: (picture) => picture.rotate(2, { background: "#fff" }) },
};

/** Hashes of a picture as it is shown, then, of those that have them, in its other orientations. */
const HASHERS: Record<"PDQ" | "blockhash" | "dHash", (picture: Sharp) => Promise<string[]>> = {
  async PDQ(picture) {
    const { data, info } = await pixelsOf(picture.removeAlpha());
    const hasher = new PictureHasher(info.width, info.height);
    hasher.addRows(data, 3);
    return hasher.finish()?.hashes ?? [];
  },
  async blockhash(picture) {
    const { data, info } = await pixelsOf(picture.ensureAlpha());
    return [bmvbhash({ data, width: info.width, height: info.height }, 16)];
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
    return [digits];
  },
};

type Hashes = Partial<Record<keyof typeof HASHERS, string[]>>;
const NAMES = Object.keys(HASHERS) as (keyof typeof HASHERS)[];
/** Interval of the pictures that are compared with the other hashes, which take most of the time. */
const COMPARED = 10;

const pixelsOf = (picture: Sharp) =>
  picture.flatten({ background: "#fff" }).toColorspace("srgb").raw().toBuffer({ resolveWithObject: true });

/** @param pictures number; each has all copies, and there is a pair of look-alikes for each */
export async function benchRecall(pictures: number): Promise<Line[]> {
  const tallies = new Map<string, Tally>();
  const tally = (what: string, one: Hashes, other: Hashes, goal?: Goal) => {
    const kept = tallies.get(what) ?? new Tally(what, goal);
    tallies.set(what, kept);
    kept.add(one, other);
  };
  let before: Hashes | undefined;
  for (let seed = 1; seed <= pictures; seed += 1) {
    const names = seed % COMPARED === 1 ? NAMES : NAMES.slice(0, 1);
    const picture = drawn(seed);
    const own = await hashesOf(picture(), names);
    for (const [name, { make, goal, changed }] of Object.entries(COPIES)) {
      const copy = await make(picture()).toBuffer();
      const plain = await hashesOf(sharp(copy), names);
      tally(`found: ${name}`, upright(own), upright(plain), { atLeast: goal });
      if (changed === undefined) continue;
      const found = await hashesOf(await changed.change(copy), names);
      tally(`found: ${name}, ${changed.how}`, upright(own), found, { atLeast: changed.goal });
    }
    const [one, other] = [await filled(seed, 1), await filled(seed, 2)];
    const pair = [await hashesOf(one, names), await hashesOf(other, names)].map(upright) as [Hashes, Hashes];
    tally("taken for the same: one template, other content", ...pair, { atMost: 0.01 });
    if (before !== undefined)
      tally("taken for the same: another picture", upright(own), upright(before), { atMost: 0.01 });
    before = own;
  }
  return [...tallies.values()].map((kept) => kept.line());
}

const upright = (hashes: Hashes): Hashes =>
  Object.fromEntries(
    Object.entries(hashes).map(([name, [first]]) => [name, first === undefined ? [] : [first]]),
  );

interface Goal {
  atLeast?: number | undefined;
  atMost?: number | undefined;
}

/** Counts pairs within the distance, by hash. */
class Tally {
  readonly #counts = new Map(NAMES.map((name) => [name, { found: 0, of: 0 }]));
  readonly what: string;
  readonly #goal: Goal;

  constructor(what: string, goal: Goal = {}) {
    this.what = what;
    this.#goal = goal;
  }

  add(one: Hashes, other: Hashes): void {
    for (const [name, count] of this.#counts) {
      const [hashes, others] = [one[name], other[name]];
      if (hashes === undefined || others === undefined) continue;
      count.of += 1;
      const isClose = hashes.some((hash) => others.some((own) => distanceOf(hash, own) <= SEARCH_DISTANCE));
      if (isClose) count.found += 1;
    }
  }

  line(): Line {
    const share = (name: keyof typeof HASHERS) => {
      const { found, of } = this.#counts.get(name) ?? { found: 0, of: 0 };
      return found / of;
    };
    const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
    const [ours, ...others] = NAMES.map(share) as [number, number, number];
    const { atLeast, atMost } = this.#goal;
    return {
      what: `${this.what}, ${this.#counts.get("PDQ")?.of} pictures within ${SEARCH_DISTANCE} bits`,
      ours: percent(ours),
      limit: `${percent(others[0])} blockhash, ${percent(others[1] ?? 0)} dHash`,
      ratio: ours,
      goal:
        atLeast !== undefined
          ? `>= ${percent(atLeast)}`
          : atMost !== undefined
            ? `<= ${percent(atMost)}`
            : "-",
      met: atLeast !== undefined ? ours >= atLeast : atMost !== undefined ? ours <= atMost : undefined,
    };
  }
}

/** The picture in its frame, as the device finds it. */
async function insideOf(framed: Buffer): Promise<Sharp> {
  const { data, info } = await pixelsOf(sharp(framed).ensureAlpha());
  const finder = new FrameFinder(info.width, info.height);
  finder.addRows(new Uint8ClampedArray(data));
  const inside = finder.finish();
  return sharp(inside === undefined ? framed : await sharp(framed).extract(inside).toBuffer());
}

/** The copy as the device extends it. */
async function extended(cut: Buffer): Promise<Sharp> {
  const { data, info } = await pixelsOf(sharp(cut).ensureAlpha());
  const pixels = extend({ ...info, data: new Uint8ClampedArray(data) }, EDGE);
  return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } }).png();
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

async function hashesOf(picture: Sharp, names: readonly (keyof typeof HASHERS)[]): Promise<Hashes> {
  const found = names.map(async (name) => [name, await HASHERS[name](picture.clone())] as const);
  return Object.fromEntries(await Promise.all(found));
}
