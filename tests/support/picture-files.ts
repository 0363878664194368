/**
 * Images of 48 x 32 pixels, the left half orange (#cc8833), the right one blue (#336699), in formats of other programs. HEIC and
 * JPEG XL, which nothing here can write, were made by heif-enc and cjxl.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initializeCanvas, writePsdBuffer } from "ag-psd";
import sqlite from "node-sqlite3-wasm";
import sharp from "sharp";

const base64 = (text: string) => Buffer.from(text, "base64");
const WIDTH = 48;
const HEIGHT = 32;

export const HEIC = base64(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA" +
    "AA5waXRtAAAAAAACAAAAGGlkYXQAAAAAADAAIAAAAAAAMAAgAAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAAAoAAIA" +
    "AQAAAAAAAAABAAAAAAAAAAgAAwAAAAAAAANIAAEAAAAAAAAAEwAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAV" +
    "aW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAA" +
    "Z3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAA" +
    "AwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA" +
    "AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAMAAAACAAAAAQcGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAP" +
    "AyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgAB" +
    "AAZEAcFzwIkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAADAAAAAgAAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1" +
    "cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAA" +
    "AAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAAAQ21kYXQAAAAkKAGvE4DlMfbPZRP+1VT+EZLBLP9J" +
    "o+4eG/cZ7+EsPrKKPac/AAAADygBrifn3Lff/5ovecAr4A==",
);
export const JPEG_XL = base64(
  "/woHwYbiQgHkAstECQCACpVRxg1ezvV8+aHDYtrGdYa22rawhBLjFr7USAlMZEBlwswBmcgzPCukKjACNWzDbeRWAWBO/v8nAFRV" +
    "//9VVVVVVVVVVX/zVVVVVVVVVVUB8FVVVVVVVQEAAAAAABolkQEATwK4rStrJBCkBs+VeiyTAL7BgMvT3MaBC+W/8gPMsQYPPEwG" +
    "0ESJSQkKAOD+5kL4OgGoToUUyOAdGY8xGBdjjNdhKgVApJZQV4wpvw/LJmwo",
);
export const JPEG_XL_IN_BOXES = base64(
  "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAADLanhsY/8KB8GG4kIB5ALLRAkAgAqVUcYNXs71fPmhw2LaxnWGttq2" +
    "sIQS4xa+1EgJTGRAZcLMAZnIMzwrpCowAjVsw23kVgFgTv7/JwBUVf//VVVVVVVVVVV/81VVVVVVVVVVAfBVVVVVVVUBAAAAAAAa" +
    "JZEBAE8CuK0rayQQpAbPlXoskwC+wYDL09zGgQvlv/IDzLEGDzxMBtBEiUkJCgDg/uZC+DoBqE6FFMjgHRmPMRgXY4zXYSoFQKSW" +
    "UFeMKb8PyyZsKA==",
);

export const twoColors = () =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#336699" } }).composite([
    {
      input: { create: { width: WIDTH / 2, height: HEIGHT, channels: 3, background: "#cc8833" } },
      left: 0,
      top: 0,
    },
  ]);

/** @param size as the header says */
export async function photoshop(size = { width: WIDTH, height: HEIGHT }): Promise<Buffer> {
  initializeCanvas(
    () => {
      throw new Error("Nothing is drawn.");
    },
    (width, height) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }) as ImageData,
  );
  const data = new Uint8ClampedArray(await twoColors().ensureAlpha().raw().toBuffer());
  const imageData = { width: WIDTH, height: HEIGHT, data };
  const bytes = writePsdBuffer({ width: WIDTH, height: HEIGHT, imageData, children: [] });
  bytes.writeUInt32BE(size.height, 14);
  bytes.writeUInt32BE(size.width, 18);
  return bytes;
}

/** @param preview bytes of the picture in it, if any */
export async function clipStudio(preview: Uint8Array | undefined): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "roost-test-"));
  try {
    const file = join(folder, "canvas.db");
    const database = new sqlite.Database(file);
    database.exec("create table CanvasPreview (ImageType integer, ImageData blob)");
    if (preview !== undefined) database.run("insert into CanvasPreview values (1, ?)", [preview]);
    database.close();
    const header = Buffer.alloc(24);
    header.write("CSFCHUNK", "latin1");
    return Buffer.concat([
      header,
      clipChunk("CHNKHead", Buffer.alloc(40)),
      clipChunk("CHNKExta", Buffer.alloc(1_000)),
      clipChunk("CHNKSQLi", await readFile(file)),
      clipChunk("CHNKFoot", Buffer.alloc(0)),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function clipChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.write(name, "latin1");
  head.writeBigUInt64BE(BigInt(data.length), 8);
  return Buffer.concat([head, data]);
}
