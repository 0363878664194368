/** Reads a ZIP of stored files as its specification says, by its own central directory; shares nothing with the writer. */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

export interface ReadEntry {
  name: string;
  /** Bytes. */
  size: number;
  /** Checksum of the bytes that are there, not the one the ZIP states. */
  sha256: string;
  /** Small entries only. */
  text: string;
}

const CHUNK = 4 * 1024 * 1024;
const SMALL = 1024 * 1024;

/** @throws Error where sizes, names or checksums do not agree */
export async function readZip(path: string): Promise<ReadEntry[]> {
  const file = await open(path);
  try {
    const { count, at } = await findDirectory(file);
    const entries: ReadEntry[] = [];
    let place = at;
    for (let index = 0; index < count; index += 1) {
      const head = await bytesAt(file, place, 46);
      if (head.readUInt32LE(0) !== 0x0201_4b50) throw new Error(`no entry at ${place}`);
      const [nameLength, extraLength] = [head.readUInt16LE(28), head.readUInt16LE(30)];
      const rest = await bytesAt(file, place + 46, nameLength + extraLength);
      const name = rest.toString("utf8", 0, nameLength);
      if ((head.readUInt16LE(8) & 0x800) === 0) throw new Error(`${name} is not marked as UTF-8`);
      if (head.readUInt16LE(10) !== 0) throw new Error(`${name} is not stored`);
      const [size, offset] = wide(rest.subarray(nameLength), head.readUInt32LE(24), head.readUInt32LE(42));
      entries.push(await readEntry(file, { name, size, offset, crc: head.readUInt32LE(16) }));
      place += 46 + nameLength + extraLength;
    }
    return entries;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function findDirectory(file: FileHandle): Promise<{ count: number; at: number }> {
  const { size } = await file.stat();
  const end = await bytesAt(file, size - 22, 22);
  if (end.readUInt32LE(0) !== 0x0605_4b50) throw new Error("the ZIP has no end");
  if (end.readUInt32LE(16) !== 0xffff_ffff && end.readUInt16LE(10) !== 0xffff)
    return { count: end.readUInt16LE(10), at: end.readUInt32LE(16) };
  const locator = await bytesAt(file, size - 42, 20);
  const wideEnd = await bytesAt(file, Number(locator.readBigUInt64LE(8)), 56);
  if (wideEnd.readUInt32LE(0) !== 0x0606_4b50) throw new Error("the ZIP has no 64-bit end");
  return { count: Number(wideEnd.readBigUInt64LE(32)), at: Number(wideEnd.readBigUInt64LE(48)) };
}

/** Sizes and places that did not fit into 32 bits are in an extra field, in this order. */
function wide(extra: Buffer, size: number, offset: number): [number, number] {
  const values: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1)
      for (let value = at + 4; value < at + 4 + extra.readUInt16LE(at + 2); value += 8)
        values.push(Number(extra.readBigUInt64LE(value)));
  const realSize = size === 0xffff_ffff ? (values.shift() ?? -1) : size;
  if (size === 0xffff_ffff) values.shift(); // stored: the same once more
  return [realSize, offset === 0xffff_ffff ? (values.shift() ?? -1) : offset];
}

interface Stated {
  name: string;
  size: number;
  offset: number;
  crc: number;
}

async function readEntry(file: FileHandle, { name, size, offset, crc }: Stated): Promise<ReadEntry> {
  const local = await bytesAt(file, offset, 30);
  if (local.readUInt32LE(0) !== 0x0403_4b50) throw new Error(`${name} is not at ${offset}`);
  if (local.readUInt32LE(14) !== crc) throw new Error(`${name} has another checksum where it begins`);
  const nameLength = local.readUInt16LE(26);
  const same = (await bytesAt(file, offset + 30, nameLength)).toString("utf8");
  if (same !== name) throw new Error(`${name} is called ${same} where it begins`);
  const begun = offset + 30 + nameLength + local.readUInt16LE(28);
  const hash = createHash("sha256");
  let found = 0;
  let text = "";
  for (let at = 0; at < size; at += CHUNK) {
    const bytes = await bytesAt(file, begun + at, Math.min(CHUNK, size - at));
    found = crc32(bytes, found);
    hash.update(bytes);
    if (size <= SMALL) text += bytes.toString("utf8");
  }
  if (found !== crc) throw new Error(`the bytes of ${name} are not those of its checksum`);
  return { name, size, sha256: hash.digest("hex"), text };
}
