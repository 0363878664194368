/** All files of the sample, each made once: at most 400 images, however many posts use them. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { serverFile } from "../../server-files.ts";
import type { BundleWriter, StoredFile } from "../bundle-writer.ts";
import { microIso, SAMPLE_START, wholeIso } from "../dates.ts";
import { THEME_NAMES, THEMES, type ThemeName } from "../phrases/index.ts";
import { rngOf } from "../prng.ts";
import { animation, banner, icon, type Picture, picture, study } from "./pictures.ts";
import { arpeggio } from "./sound.ts";
import { zip } from "./zip.ts";

/** Made with ffmpeg 5.1: `-f lavfi -i gradients=s=320x180:d=3:r=24:c0=#0b1d3a:c1=#f2a65a:c2=#d1495b:n=3:speed=0.03 -an`
 * and `-c:v libvpx-vp9 -b:v 0 -crf 40` or `-c:v libx264 -profile:v baseline -pix_fmt yuv420p -crf 30 -movflags +faststart`. */
const CLIPS = ["loop.webm", "loop.mp4"] as const;

const MIME: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".wav": "audio/x-wav",
  ".webm": "video/webm",
  ".mp4": "video/mp4",
  ".txt": "text/plain",
  ".bin": "application/zip",
};
/** Images per theme in the default sample. */
export const PER_THEME = 5;
const STUDIES_PER_ONE = 14;
const ZIP_PASSWORD = "lighthouse";

export interface Library {
  pictures: Readonly<Record<ThemeName, readonly StoredFile[]>>;
  icons: readonly StoredFile[];
  banners: readonly StoredFile[];
  studies: readonly StoredFile[];
  animations: readonly StoredFile[];
  sounds: readonly StoredFile[];
  clips: readonly StoredFile[];
  zips: readonly StoredFile[];
  lockedZip: StoredFile;
  parts: readonly StoredFile[];
  notes: StoredFile;
}

/**
 * @param themes theme of each creator that gets an icon and a banner
 * @param perTheme images per theme, 1 or more
 */
export async function makeLibrary(
  writer: BundleWriter,
  seed: string,
  themes: readonly ThemeName[],
  perTheme: number,
): Promise<Library> {
  const rng = rngOf(`${seed}/files`);
  let id = 0;
  const store = (data: Buffer, ext: string) => {
    const at = SAMPLE_START + rng.int(0, 400) * 86_400_000;
    return writer.addFile(data, ext, {
      id: ++id,
      mime: MIME[ext] ?? "application/octet-stream",
      mtime: microIso(at, rng),
      ctime: microIso(at, rng),
      added: microIso(at + 3_600_000, rng),
    });
  };
  const studies = perTheme * STUDIES_PER_ONE;
  const jobs = [
    ...THEME_NAMES.flatMap((name) =>
      Array.from({ length: perTheme }, (_, i) => () => picture(`${seed}/${name}/${i}`, THEMES[name], i)),
    ),
    ...themes.map((name, i) => () => icon(`${seed}/icon/${i}`, THEMES[name])),
    ...themes.map((name, i) => () => banner(`${seed}/banner/${i}`, THEMES[name])),
    ...Array.from({ length: studies }, (_, i) => () => study(`${seed}/study/${i}`)),
    () => animation(`${seed}/animation/0`, THEMES.harbour),
    () => animation(`${seed}/animation/1`, THEMES.xiangsu),
  ];
  const threads = sharp.concurrency();
  sharp.concurrency(1); // many small images run in parallel, so threads within one only cost
  sharp.cache(false); // no image is drawn twice
  const made = await storeInOrder(jobs, store);
  sharp.concurrency(threads);
  const take = (count: number) => made.splice(0, count);
  const pictures = Object.fromEntries(THEME_NAMES.map((name) => [name, take(perTheme)])) as Record<
    ThemeName,
    StoredFile[]
  >;
  const rest = {
    icons: take(themes.length),
    banners: take(themes.length),
    studies: take(studies),
    animations: take(2),
  };
  return { pictures, ...rest, ...(await otherFiles(store, rng.hex(64))) };
}

async function otherFiles(store: (data: Buffer, ext: string) => Promise<StoredFile>, salt: string) {
  const sounds: StoredFile[] = [];
  for (const [root, steps] of [
    [220, [0, 2, 4, 5, 7, 5, 4, 2, 1, 3, 0, 0]],
    [165, [7, 6, 4, 2, 0, 2, 4, 0]],
    [294, [0, 1, 2, 3, 4, 5, 6, 7, 5, 3, 1, 0]],
  ] as const)
    sounds.push(await store(arpeggio(root, steps), ".wav"));
  const clips: StoredFile[] = [];
  for (const name of CLIPS)
    clips.push(
      await store(await readFile(serverFile(`sample/media/${name}`)), name.slice(name.lastIndexOf("."))),
    );
  const note = Buffer.from(
    `Thank you for your support.\nAll files are for personal use.\n${wholeIso(SAMPLE_START)}\n`,
  );
  const zips = [
    await store(
      zip([
        { name: "readme.txt", data: note },
        { name: "scans/sheet-01.txt", data: Buffer.from("Sheet one, 600 dpi.\n") },
      ]),
      ".bin",
    ),
    await store(
      zip([
        { name: "線画/01.txt", data: Buffer.from("線画と原画\n") },
        { name: "readme.txt", data: note },
      ]),
      ".bin",
    ),
  ];
  const lockedZip = await store(
    zip(
      [
        { name: "bonus/letter.txt", data: note },
        { name: "bonus/map.txt", data: Buffer.from("North is up.\n") },
      ],
      ZIP_PASSWORD,
    ),
    ".bin",
  );
  const parts: StoredFile[] = [];
  for (let part = 1; part <= 3; part++)
    parts.push(await store(Buffer.from(`Part ${part} of 3\n${salt}\n`.repeat(40)), ".bin"));
  return { sounds, clips, zips, lockedZip, parts, notes: await store(note, ".txt") };
}

/** Draws a few images concurrently and stores them in order. */
async function storeInOrder(
  jobs: readonly (() => Promise<Picture>)[],
  store: (data: Buffer, ext: string) => Promise<StoredFile>,
): Promise<StoredFile[]> {
  const AHEAD = 6;
  const stored: StoredFile[] = [];
  const drawing = jobs.slice(0, AHEAD).map((job) => job());
  for (let i = 0; i < jobs.length; i++) {
    const { data, ext } = await drawing[i]!;
    delete drawing[i];
    const next = jobs[i + AHEAD];
    if (next !== undefined) drawing[i + AHEAD] = next();
    stored.push(await store(data, ext));
  }
  return stored;
}
