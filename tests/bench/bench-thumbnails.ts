/** Pictures made on demand over HTTP against sharp alone doing the same work. */
import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { DiskStorage } from "#backend/files/disk.ts";
import { filePath } from "#shared/rules/files.ts";
import { childrenOf } from "#tests/support/child-processes.ts";
import { compare, cpuOf, type Line, median, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const PICTURES = 12;
const SIZE = { width: 1_600, height: 1_200 };
const NOISE = { type: "gaussian", mean: 128, sigma: 20 } as const;
const CONCURRENCY = 2; // as many as the API makes at the same time
const ASKING = 4; // so that it is never without work

export async function benchThumbnails(
  setting: Pick<Setting, "folder">,
  data: string,
  api: { origin: string; pid: number | undefined },
): Promise<Line[]> {
  const stored = await drawPictures(setting.folder, data);
  const lines: Line[] = [];
  for (const [format, encode] of [
    ["webp", { quality: 78, effort: 3 }],
    ["avif", { quality: 55, effort: 2 }],
  ] as const) {
    const cpu = { ours: [] as number[], sharp: [] as number[] };
    const found = await rounds({
      ours: async () => {
        await rm(join(data, "cache", "thumbnails"), { recursive: true, force: true });
        const before = await cpuOfAll(api.pid);
        const made = await perSecond(stored, ASKING, async ({ path }) => {
          const headers = { accept: `image/${format}` };
          const response = await fetch(`${api.origin}/thumbnail/data${path}?w=360`, { headers });
          if (response.status !== 200 || response.headers.get("content-type") !== `image/${format}`)
            throw new Error(`The picture of ${path} came with ${response.status}`);
          await response.arrayBuffer();
        });
        cpu.ours.push(((await cpuOfAll(api.pid)) - before) / stored.length);
        return made;
      },
      sharp: async () => {
        const before = process.cpuUsage();
        const made = await perSecond(stored, CONCURRENCY, async ({ place }) => {
          await sharp(place)
            .autoOrient()
            .resize({ width: 360, height: 1_440, fit: "inside", withoutEnlargement: true })
            .toFormat(format, encode)
            .toBuffer();
        });
        const { user, system } = process.cpuUsage(before);
        cpu.sharp.push((user + system) / 1000 / stored.length);
        return made;
      },
    });
    const note = `CPU ${median(cpu.ours).toFixed(0)} : ${median(cpu.sharp).toFixed(0)} ms each`;
    const what = `thumbnails (${format}) against sharp (${note})`;
    lines.push(compare(what, found.ours!, found.sharp!, rate, { atLeast: 0.9 }));
  }
  return lines;
}

/** CPU time of the API and its decoding processes, which outlive the pauses of a measurement. */
async function cpuOfAll(pid: number | undefined): Promise<number> {
  const all = await Promise.all([pid, ...(await childrenOf(pid, "decoder.js"))].map(cpuOf));
  return all.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0);
}

async function perSecond<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return items.length / ((performance.now() - begun) / 1000);
}

/** Stores the photographs. */
async function drawPictures(folder: string, data: string): Promise<{ path: string; place: string }[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  const storage = new DiskStorage(data);
  const stored: { path: string; place: string }[] = [];
  for (let at = 0; at < PICTURES; at++) {
    const bytes = await drawPhotograph(at);
    const source = join(folder, "drawn");
    await writeFile(source, bytes);
    const hash = createHash("sha256").update(bytes).digest("hex");
    await storage.put(source, { hash, ext: ".jpg", size: bytes.length });
    const path = filePath(hash, ".jpg");
    stored.push({ path, place: storage.localPath(path) });
  }
  return stored;
}

/** Draws a JPEG of 1.9 megapixels that is for an encoder what a photograph is: soft shapes under some noise. */
export async function drawPhotograph(at: number): Promise<Buffer> {
  const shapes = Array.from(
    { length: 12 },
    (_, n) =>
      `<circle cx="${(at * 97 + n * 211) % 1600}" cy="${(at * 53 + n * 307) % 1200}" r="${80 + ((at + n * 41) % 200)}" fill="hsl(${(at * 9 + n * 30) % 360} 70% 50%)" opacity="0.7"/>`,
  ).join("");
  const input = { create: { ...SIZE, channels: 3, background: "#888", noise: NOISE } } as const;
  return await sharp(Buffer.from(`<svg width="1600" height="1200">${shapes}</svg>`))
    .composite([{ input, blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
