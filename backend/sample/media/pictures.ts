/** Renders scenes to image files of several sizes and formats. */
import sharp from "sharp";
import type { Motif, Theme } from "../phrases/theme.ts";
import { rngOf } from "../prng.ts";
import { PALETTES, type PaletteName } from "./palettes.ts";
import { botanical, cushions, lines, ribbons, rings, sprites, tiles, waves } from "./patterns.ts";
import { city, harbour, hills, lanterns, type Scene } from "./scenes.ts";

const SCENES: Readonly<Record<Motif, Scene>> = {
  hills,
  harbour,
  lanterns,
  city,
  waves,
  tiles,
  botanical,
  sprites,
  lines,
  rings,
  cushions,
  ribbons,
};
const MOTIFS = Object.keys(SCENES) as Motif[];
/** Flat images stay crisp and small as PNG, soft ones as JPEG. */
const FLAT: readonly Motif[] = ["sprites", "tiles"];

export interface Picture {
  data: Buffer;
  ext: ".jpg" | ".png" | ".webp" | ".gif";
}

/** The first size of a theme is large, the others are typical for mail. */
const SIZES = [
  [1020, 680],
  [600, 800],
  [640, 427],
  [540, 540],
  [480, 640],
] as const;

/** Image number `index` of a theme. */
export async function picture(seed: string, theme: Theme, index: number): Promise<Picture> {
  const [width, height] = SIZES[index % SIZES.length]!;
  const ext = index % 5 === 3 ? ".webp" : FLAT.includes(theme.motif) ? ".png" : ".jpg";
  const palette = theme.palettes[index % theme.palettes.length]!;
  return { data: await encode(svgOf(seed, theme.motif, palette, width, height), ext), ext };
}

export async function icon(seed: string, theme: Theme): Promise<Picture> {
  return {
    data: await encode(svgOf(seed, theme.motif, theme.palettes[0]!, 256, 256), ".png"),
    ext: ".png",
  };
}

export async function banner(seed: string, theme: Theme): Promise<Picture> {
  return { data: await encode(svgOf(seed, theme.motif, theme.palettes[0]!, 1200, 400), ".jpg"), ext: ".jpg" };
}

/** A small image of a random motif and palette. */
export async function study(seed: string): Promise<Picture> {
  const rng = rngOf(seed);
  const svg = svgOf(seed, rng.pick(MOTIFS), rng.pick(Object.keys(PALETTES) as PaletteName[]), 240, 240);
  return { data: await encode(svg, ".jpg"), ext: ".jpg" };
}

/** A short loop: the light moves across a scene. */
export async function animation(seed: string, theme: Theme): Promise<Picture> {
  const frames: Buffer[] = [];
  for (let i = 0; i < 6; i++) {
    const x = 40 + Math.cos((i / 6) * 2 * Math.PI) * 30;
    const light = `<radialGradient id="spot" cx="${x}%" cy="45%" r="60%"><stop stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><rect width="320" height="240" fill="url(#spot)"/></svg>`;
    const svg = svgOf(seed, theme.motif, theme.palettes[0]!, 320, 240).replace("</svg>", light);
    frames.push(await sharp(Buffer.from(svg)).png().toBuffer());
  }
  const data = await sharp(frames, { join: { animated: true } })
    .gif({ delay: Array(6).fill(140), loop: 0, colours: 64, effort: 1 })
    .toBuffer();
  return { data, ext: ".gif" };
}

function svgOf(seed: string, motif: Motif, palette: PaletteName, width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${SCENES[motif](rngOf(seed), PALETTES[palette], width, height)}</svg>`;
}

async function encode(svg: string, ext: Picture["ext"]): Promise<Buffer> {
  const image = sharp(Buffer.from(svg)).flatten();
  if (ext === ".png") return image.png({ compressionLevel: 6 }).toBuffer();
  if (ext === ".webp") return image.webp({ quality: 80, effort: 1 }).toBuffer();
  return image.jpeg({ quality: 82 }).toBuffer();
}
