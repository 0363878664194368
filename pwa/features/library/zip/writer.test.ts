import { crc32 } from "node:zlib";
import SevenZip from "7z-wasm";
import { expect, test } from "vitest";
import { type Sink, ZipWriter } from "./writer.ts";

/** Stores written bytes like a file. */
class Memory implements Sink {
  bytes = Buffer.alloc(0);
  write(bytes: Uint8Array, at: number) {
    const next = Buffer.alloc(Math.max(this.bytes.length, at + bytes.length));
    this.bytes.copy(next);
    next.set(bytes, at);
    this.bytes = next;
  }
  truncate(size: number) {
    this.bytes = this.bytes.subarray(0, size);
  }
}

const WHEN = new Date(2024, 4, 17, 13, 30, 42);

async function put(zip: ZipWriter, name: string, bytes: Buffer): Promise<void> {
  await zip.begin(name, WHEN);
  for (let at = 0; at < bytes.length; at += 70_000) await zip.add(bytes.subarray(at, at + 70_000));
  await zip.end(crc32(bytes));
}

test("another program opens it, and finds names, times and bytes", async () => {
  const sink = new Memory();
  const zip = new ZipWriter(sink);
  const large = Buffer.alloc(3_000_001, "large ");
  await put(zip, "夏.txt", Buffer.from("summer"));
  await zip.begin("wrong.bin", WHEN);
  await zip.add(Buffer.alloc(2_500_000, 1));
  await zip.drop();
  await put(zip, "large.bin", large);
  await put(zip, "empty", Buffer.alloc(0));
  expect(await zip.finish()).toBe(sink.bytes.length);
  expect(await read(sink.bytes)).toEqual({
    "夏.txt": [6, crc32("summer"), "2024-05-17 13:30:42"],
    "large.bin": [large.length, crc32(large), "2024-05-17 13:30:42"],
    empty: [0, 0, "2024-05-17 13:30:42"],
  });
});

/** Entries as read by 7-Zip: size, checksum and time by name. Fails if a checksum does not match. */
async function read(bytes: Buffer): Promise<Record<string, [number, number, string]>> {
  const lines: string[] = [];
  const { FS, callMain } = await SevenZip({ print: (line) => lines.push(line), printErr: () => {} });
  FS.writeFile("a.zip", bytes);
  callMain(["t", "-bsp0", "a.zip"]);
  expect(lines.join("\n")).toContain("Everything is Ok");
  lines.length = 0;
  callMain(["l", "-slt", "-ba", "-bsp0", "a.zip"]);
  const found: Record<string, [number, number, string]> = {};
  for (const entry of lines.join("\n").split(/\n\n+/)) {
    const field = (name: string) => new RegExp(`^${name} = (.*)$`, "m").exec(entry)?.[1] ?? "";
    if (field("Path") !== "")
      found[field("Path")] = [
        Number(field("Size")),
        Number.parseInt(field("CRC") || "0", 16),
        field("Modified").slice(0, 19),
      ];
  }
  return found;
}

/** Stores small pieces only: headers and the central directory. */
class Headers implements Sink {
  pieces = new Map<number, Buffer>();
  write(bytes: Uint8Array, at: number) {
    if (bytes.length < 1024 * 1024) this.pieces.set(at, Buffer.from(bytes));
  }
  truncate() {}
}

test("sizes and places over 4 GiB are written in 64 bits, in every place that names them", async () => {
  const sink = new Headers();
  const zip = new ZipWriter(sink);
  const chunk = new Uint8Array(64 * 1024 * 1024);
  const size = 65 * chunk.length;
  await zip.begin("large", WHEN);
  for (let at = 0; at < 65; at += 1) await zip.add(chunk);
  await zip.end(0x1234_5678);
  await put(zip, "after", Buffer.from("x"));
  const total = await zip.finish();
  const first = sink.pieces.get(0);
  expect(first?.readUInt32LE(18)).toBe(0xffff_ffff);
  expect(first?.readUInt16LE(35)).toBe(1);
  expect(first?.readBigUInt64LE(39)).toBe(BigInt(size));
  const tail = Buffer.concat([...sink.pieces].filter(([at]) => at > size).map(([, bytes]) => bytes));
  const list = tail.indexOf("PK\x01\x02");
  expect(tail.readBigUInt64LE(list + 46 + 5 + 4)).toBe(BigInt(size));
  const second = tail.indexOf("PK\x01\x02", list + 4);
  expect(tail.readUInt32LE(second + 42)).toBe(0xffff_ffff);
  expect(tail.readBigUInt64LE(second + 46 + 5 + 4)).toBe(BigInt(30 + 5 + 20 + size));
  const end64 = tail.indexOf("PK\x06\x06");
  expect(tail.readBigUInt64LE(end64 + 24)).toBe(2n);
  const locator = tail.indexOf("PK\x06\x07");
  expect(tail.readBigUInt64LE(locator + 8)).toBe(BigInt(total - 22 - 20 - 56));
  expect(tail.readUInt32LE(tail.indexOf("PK\x05\x06") + 16)).toBe(0xffff_ffff);
});

test("an entry can do without an extra field, as the first of an EPUB has to", async () => {
  const sink = new Memory();
  const zip = new ZipWriter(sink);
  const type = Buffer.from("application/epub+zip");
  await zip.begin("mimetype", WHEN, false);
  await zip.add(type);
  await zip.end(crc32(type));
  await put(zip, "after", Buffer.from("x"));
  await zip.finish();
  expect(sink.bytes.readUInt16LE(28)).toBe(0);
  expect(sink.bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
  expect(Object.keys(await read(sink.bytes))).toEqual(["mimetype", "after"]);
});
