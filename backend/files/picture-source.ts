/**
 * Reads images in formats that sharp does not know, as pixels or as an image that it knows. Only for the process of decoder.ts,
 * which may be killed at any time.
 */
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIGNATURE_BYTES, typeOfBytes } from "#shared/rules/file-types.ts";
import { typeOfLocalFile } from "./file-type.ts";

/** Input of sharp. */
export interface PictureSource {
  /** Path of an image, bytes of one, or pixels. */
  input: string | Uint8Array;
  /** Size of the pixels, if it is pixels. */
  raw?: { width: number; height: number; channels: 4 };
}

type Reader = (path: string, maxPixels: number) => Promise<PictureSource>;

/** By the first extension of a type. */
const READERS: Partial<Record<string, Reader>> = {
  ".heic": readHeic,
  ".jxl": readJpegXl,
  ".psd": readPhotoshop,
  ".clip": readClipStudio,
};

/** @throws Error if the file cannot be read, or has more pixels */
export async function pictureSource(path: string, maxPixels: number): Promise<PictureSource> {
  const type = await typeOfLocalFile(path);
  const read = READERS[type?.extensions[0] ?? ""];
  return read === undefined ? { input: path } : await read(path, maxPixels);
}

async function readHeic(path: string, maxPixels: number): Promise<PictureSource> {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const images = new libheif.HeifDecoder().decode(await readFile(path));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Error("No image is in that file.");
  const [width, height] = [image.get_width(), image.get_height()];
  assertPixels(width, height, maxPixels);
  const data = new Uint8ClampedArray(4 * width * height);
  await new Promise<void>((resolve, reject) =>
    image.display({ data, width, height }, (shown) =>
      shown === null ? reject(new Error("That image is damaged.")) : resolve(),
    ),
  );
  return { input: bytesOf(data), raw: { width, height, channels: 4 } };
}

async function readJpegXl(path: string, maxPixels: number): Promise<PictureSource> {
  const { initSync, JxlImage } = await import("jxl-oxide-wasm");
  initSync({ module: await readFile(new URL(import.meta.resolve("jxl-oxide-wasm/module.wasm"))) });
  const image = new JxlImage();
  image.forceSrgb = true;
  image.feedBytes(await readFile(path));
  if (!image.tryInit()) throw new Error("That image is incomplete.");
  assertPixels(image.width ?? 0, image.height ?? 0, maxPixels);
  return { input: image.render().encodeToPng() };
}

/** Bytes of the header that say how many pixels the document has. */
const PHOTOSHOP_HEADER = 26;
const PHOTOSHOP_HEIGHT_AT = 14;
const PHOTOSHOP_WIDTH_AT = 18;

/** Reads the merged picture; where there is none that can be read, the small one that file managers show. */
async function readPhotoshop(path: string, maxPixels: number): Promise<PictureSource> {
  const header = await bytesAt(path, 0, PHOTOSHOP_HEADER);
  const [width, height] = [header.readUInt32BE(PHOTOSHOP_WIDTH_AT), header.readUInt32BE(PHOTOSHOP_HEIGHT_AT)];
  assertPixels(width, height, maxPixels);
  const { initializeCanvas, readPsd } = await import("ag-psd");
  initializeCanvas(
    () => {
      throw new Error("Layers are not drawn.");
    },
    (wide, high) => ({ width: wide, height: high, data: new Uint8ClampedArray(4 * wide * high) }) as never,
  );
  const bytes = await readFile(path);
  const options = { skipLayerImageData: true, useImageData: true, useRawThumbnail: true };
  const small = (cause: unknown): PictureSource => {
    const { imageResources } = readPsd(bytes, { ...options, skipCompositeImageData: true });
    const { data } = imageResources?.thumbnailRaw ?? {};
    if (data === undefined) throw new Error("No merged picture is in that document.", { cause });
    return { input: asImage(data) };
  };
  try {
    const { imageData } = readPsd(bytes, options);
    if (imageData === undefined) return small(undefined);
    return { input: bytesOf(imageData.data), raw: { width, height, channels: 4 } };
  } catch (error) {
    return small(error);
  }
}

const CLIP_FILE_HEADER = 24;
/** Eight bytes of name, eight of length. */
const CLIP_CHUNK_HEADER = 16;
const CLIP_DATABASE = "CHNKSQLi";

/** A document of CLIP STUDIO: chunks, one of which is an SQLite database with a PNG of the canvas. */
async function readClipStudio(path: string): Promise<PictureSource> {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  const folder = await mkdtemp(join(tmpdir(), "roost-clip-"));
  try {
    const database = join(folder, "canvas.db");
    await writeFile(database, await clipDatabase(path));
    const opened = new sqlite.Database(database, { readOnly: true });
    try {
      const row = opened.get("select ImageData from CanvasPreview order by length(ImageData) desc limit 1");
      const picture = row?.["ImageData"];
      if (!(picture instanceof Uint8Array)) throw new Error("No preview is in that document.");
      return { input: asImage(picture) };
    } finally {
      opened.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function clipDatabase(path: string): Promise<Buffer> {
  for (let at = CLIP_FILE_HEADER; ; ) {
    const header = await bytesAt(path, at, CLIP_CHUNK_HEADER);
    const length = Number(header.readBigUInt64BE(8));
    at += CLIP_CHUNK_HEADER;
    if (header.toString("latin1", 0, 8) === CLIP_DATABASE) return await bytesAt(path, at, length);
    at += length;
  }
}

/** @throws Error if the file ends before */
async function bytesAt(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (start + length > size) throw new Error("That file is incomplete.");
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer;
  } finally {
    await file.close();
  }
}

/** Checks an image inside of a document: sharp would read formats that can do harm as well. */
function asImage(bytes: Uint8Array): Uint8Array {
  const type = typeOfBytes(Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString("latin1"));
  if (type?.inline !== true) throw new Error("The preview of that document is no image.");
  return bytes;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function assertPixels(width: number, height: number, max: number): void {
  if (width < 1 || height < 1 || width * height > max)
    throw new Error(`An image of ${width} x ${height} pixels is not read.`);
}
