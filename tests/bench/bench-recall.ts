/** Copies of drawn pictures that are found by their PDQ hashes, beside other perceptual hashes of 256 bits. */
import { bmvbhash } from "blockhash-core";
import sharp, { type Sharp } from "sharp";
import { PictureHasher } from "#shared/rules/pdq.ts";
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { distanceOf, drawPicture } from "#tests/support/pictures.ts";
import { FrameFinder } from "../../pwa/offline/pictures/frame.ts";
import { MOVED_EDGES, moveEdges } from "../../pwa/offline/pictures/move-edges.ts";
import { drawnPage } from "./drawn-pages.ts";
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
  make: (picture: Sharp, seed: number) => Sharp;
  /** Smallest share that is to be found. */
  goal?: number;
  /** Smallest share that "Search rotated, mirrored, framed and cropped" is to find. */
  onRequest?: number;
}

const scaled = (by: number): Copy => ({ make: (picture) => picture.resize(SIZE.width * by), goal: 0.98 });

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
    onRequest: 0.9,
  },
  framed: {
    make: (picture, seed) =>
      picture.extend({
        ...{ left: EDGE_X, right: EDGE_X, top: EDGE_Y, bottom: EDGE_Y },
        background: seed % 4 < 2 ? "#fff" : "#000",
      }),
    onRequest: 0.9,
  },
  "rotated by 90°": { make: (picture) => picture.rotate(90), onRequest: 0.95 },
  mirrored: { make: (picture) => picture.flop(), onRequest: 0.95 },
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
const COMPARED = 20;

const pixelsOf = (picture: Sharp) =>
  picture.flatten({ background: "#fff" }).toColorspace("srgb").raw().toBuffer({ resolveWithObject: true });

/** @param pictures number, of two kinds by turns; each has all copies, and there is a pair of look-alikes for each */
export async function benchRecall(pictures: number): Promise<Line[]> {
  const tallies = new Map<string, Tally>();
  const before = new Map<string, Hashes>();
  for (let seed = 1; seed <= pictures; seed += 1) {
    const isCompared = Math.ceil(seed / 2) % COMPARED === 1;
    const names = isCompared ? NAMES : NAMES.slice(0, 1);
    const kind = seed % 2 === 1 ? "rectangles" : "pages";
    const tally = (what: string, one: Hashes, other: Hashes, goal?: Goal) => {
      const kept = tallies.get(`${kind}, ${what}`) ?? new Tally(`${kind}, ${what}`, goal);
      tallies.set(`${kind}, ${what}`, kept);
      kept.add(one, other);
    };
    const picture = kind === "pages" ? await page(seed, 1) : drawn(seed);
    const own = upright(await hashesOf(picture(), names));
    for (const [name, { make, goal, onRequest }] of Object.entries(COPIES)) {
      const copy = await make(picture(), seed).toBuffer();
      tally(`found: ${name}`, own, upright(await hashesOf(sharp(copy), names)), { atLeast: goal });
      if (onRequest === undefined) continue;
      tally(`found on request: ${name}`, own, await changedHashesOf(copy, names), { atLeast: onRequest });
    }
    const other = kind === "pages" ? await page(seed, 2) : await filled(seed, 1);
    const alike = kind === "pages" ? picture : await filled(seed, 2);
    const [one, two] = [await hashesOf(other(), names), await hashesOf(alike(), names)].map(upright) as [
      Hashes,
      Hashes,
    ];
    const few = { atMost: 0.01 };
    tally("taken for the same: one template, other content", one, two, few);
    const copy = await alike().toBuffer();
    tally(
      "taken for the same on request: one template, other content",
      one,
      await changedHashesOf(copy, names),
      few,
    );
    const last = before.get(kind);
    if (last !== undefined) tally("taken for the same: another picture", own, last, few);
    if (isCompared) before.set(kind, own);
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

/** Hashes that the device computes on request: in all orientations, without a frame, and with its edges moved. */
async function changedHashesOf(copy: Buffer, names: readonly (keyof typeof HASHERS)[]): Promise<Hashes> {
  const { data, info } = await pixelsOf(sharp(copy).ensureAlpha());
  const pixels = { ...info, data: new Uint8ClampedArray(data) };
  const finder = new FrameFinder(info.width, info.height);
  finder.addRows(pixels.data);
  const inside = finder.finish();
  const changed = [
    ...(inside === undefined ? [] : [sharp(await sharp(copy).extract(inside).toBuffer())]),
    ...MOVED_EDGES.map((share) => {
      const { width, height, data: moved } = moveEdges(pixels, share);
      return sharp(moved, { raw: { width, height, channels: 4 } });
    }),
  ];
  const all = await hashesOf(sharp(copy), names);
  for (const picture of changed)
    for (const [name, [hash]] of Object.entries(await hashesOf(picture, names)))
      if (hash !== undefined) all[name as keyof Hashes]?.push(hash);
  return all;
}

/** Writes PNG, unless a copy has another format, without squeezing it. */
const quickly = (picture: Sharp) => picture.png({ compressionLevel: 1 });

function drawn(seed: number): () => Sharp {
  const { width, height, data } = drawPicture(seed, SIZE.width, SIZE.height, RECTANGLES);
  return () => quickly(sharp(data, { raw: { width, height, channels: 3 } }));
}

/** A page whose panels have other content. */
async function page(template: number, content: number): Promise<() => Sharp> {
  const svg = drawnPage(template, content, SIZE.width, SIZE.height);
  const png = await quickly(sharp(Buffer.from(svg))).toBuffer();
  return () => quickly(sharp(png));
}

/** A picture of which half the width and height has other content. */
async function filled(seed: number, content: number): Promise<() => Sharp> {
  const size = { width: SIZE.width / 2, height: SIZE.height / 2 };
  const { data } = drawPicture(seed * 10_000 + content, size.width, size.height, RECTANGLES);
  const panel = { input: Buffer.from(data), raw: { ...size, channels: 3 as const } };
  const png = await drawn(seed)().composite([panel]).toBuffer();
  return () => quickly(sharp(png));
}

async function hashesOf(picture: Sharp, names: readonly (keyof typeof HASHERS)[]): Promise<Hashes> {
  const found = names.map(async (name) => [name, await HASHERS[name](picture.clone())] as const);
  return Object.fromEntries(await Promise.all(found));
}
