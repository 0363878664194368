/** Files that lie, end early or unpack to gigabytes, made from valid ones of each type that the server reads. */
import { deflateRawSync } from "node:zlib";
import { zip } from "#backend/sample/media/zip.ts";
import { manyEntries, pack, rar5 } from "./archives.ts";
import { clipStudio, HEIC, JPEG_XL, photoshop, twoColors } from "./picture-files.ts";
import { random } from "./random.ts";

export interface HostileFile {
  /** Type and damage. */
  name: string;
  ext: string;
  bytes: Buffer;
}

type Valid = [ext: string, bytes: Buffer];

const ZEROS = 1_000_000_000;

async function validFiles(): Promise<Valid[]> {
  const picture = await twoColors().png().toBuffer();
  const names = { "1.png": picture, "2.txt": Buffer.from("text"), "3/4.png": picture };
  return [
    [".png", picture],
    [".jpg", await twoColors().jpeg().toBuffer()],
    [".webp", await twoColors().webp().toBuffer()],
    [".gif", await twoColors().gif().toBuffer()],
    [".avif", await twoColors().avif().toBuffer()],
    [".tif", await twoColors().tiff().toBuffer()],
    [".heic", HEIC],
    [".jxl", JPEG_XL],
    [".psd", await photoshop()],
    [".clip", await clipStudio(picture)],
    [".zip", zip(Object.entries(names).map(([name, data]) => ({ name, data })))],
    [".7z", await pack("7z", names)],
    [".rar", rar5("1.png", picture)],
    [".cbz", zip([{ name: "1.png", data: picture }])],
    [".epub", zip([{ name: "mimetype", data: Buffer.from("application/epub+zip") }])],
  ];
}

/** A ZIP whose entry unpacks to a gigabyte. */
function bomb(name: string): Buffer {
  const stored = deflateRawSync(Buffer.alloc(ZEROS));
  const bytes = zip([{ name, data: stored }]);
  const central = bytes.lastIndexOf("PK\x01\x02", undefined, "latin1");
  for (const [at, method] of [
    [0, 8],
    [central, 10],
  ] as const) {
    bytes.writeUInt16LE(8, at + method);
    bytes.writeUInt32LE(ZEROS, at + method + 14);
  }
  return bytes;
}

async function specials(): Promise<HostileFile[]> {
  const PLAIN = await twoColors().png().toBuffer();
  const square = (side: number) => ({ width: side, height: side });
  const pngOf = (side: number) => {
    const bytes = Buffer.from(PLAIN);
    bytes.writeUInt32BE(side, 16);
    bytes.writeUInt32BE(side, 20);
    return bytes;
  };
  const gif = Buffer.from(await twoColors().gif().toBuffer());
  gif.writeUInt16LE(65_535, 6);
  gif.writeUInt16LE(65_535, 8);
  return [
    { name: "gigabyte in a ZIP", ext: ".zip", bytes: bomb("1.png") },
    { name: "gigabyte of text in a ZIP", ext: ".zip", bytes: bomb("1.txt") },
    { name: "gigabyte in a ZIP in a ZIP", ext: ".zip", bytes: zip([{ name: "1.cbz", data: bomb("1.png") }]) },
    { name: "200,000 entries", ext: ".zip", bytes: manyEntries(200_000) },
    { name: "entries of 4 GB", ext: ".zip", bytes: manyEntries(1_000, { declared: 4_000_000_000 }) },
    { name: "names of 60,000 bytes", ext: ".zip", bytes: manyEntries(100, { nameBytes: 60_000 }) },
    { name: "PSD of 100,000 pixels", ext: ".psd", bytes: await photoshop(square(100_000)) },
    { name: "PSD of 30,000 pixels", ext: ".psd", bytes: await photoshop(square(30_000)) },
    { name: "PNG of 100,000 pixels", ext: ".png", bytes: pngOf(100_000) },
    { name: "PNG of 2^31 pixels", ext: ".png", bytes: pngOf(2 ** 31 - 1) },
    { name: "GIF of 65,535 pixels", ext: ".gif", bytes: gif },
    { name: "nothing", ext: ".png", bytes: Buffer.alloc(0) },
    { name: "zeros", ext: ".jpg", bytes: Buffer.alloc(5_000_000) },
  ];
}

/** The same files for the same count: first those that lie about their size, then damaged ones of each type in turn. */
export async function hostileFiles(count: number): Promise<HostileFile[]> {
  const files = await specials();
  const valid = await validFiles();
  const seen = new Set(files.map(({ ext, bytes }) => ext + bytes.toString("latin1")));
  const add = (file: HostileFile) => {
    const content = file.ext + file.bytes.toString("latin1");
    if (!seen.has(content)) files.push(file);
    seen.add(content);
  };
  const next = random(7);
  const upTo = (most: number) => Math.floor(next() * most);
  for (let made = 0; files.length < count; made += 1) {
    const [ext, whole] = valid[made % valid.length] as Valid;
    const bytes = Buffer.from(whole);
    const kind = made % 4;
    if (kind === 0) {
      const length = upTo(bytes.length);
      add({ name: `${ext} of ${length} bytes`, ext, bytes: bytes.subarray(0, length) });
    } else if (kind === 1) {
      // In the head, where sizes are.
      for (let times = 0; times < 6; times += 1) bytes[4 + upTo(Math.min(60, bytes.length - 4))] = 0xff;
      add({ name: `${ext} with a lying head (${made})`, ext, bytes });
    } else if (kind === 2) {
      for (let times = 0; times < 20; times += 1) bytes[upTo(bytes.length)] = upTo(256);
      add({ name: `${ext} with 20 wrong bytes (${made})`, ext, bytes });
    } else {
      const [other] = valid[upTo(valid.length)] as Valid;
      add({
        name: `${ext} called ${other} (${made})`,
        ext: other,
        bytes: Buffer.concat([bytes, bytes]),
      });
    }
  }
  return files.slice(0, count);
}
