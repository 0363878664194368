/** Reads the files inside a ZIP as downloaders write it: stored or deflated, in one part, not encrypted. */
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { decodeNames } from "#shared/text/decode-names.ts";
import { type Entry, type Folder, ReadError } from "./format.ts";

export interface ZippedFile {
  /** Path inside the archive. */
  name: string;
  /** Bytes, unpacked. */
  size: number;
  /** Bytes, packed. */
  packed: number;
  method: number;
  crc: number;
  /** Position of its header. */
  offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY = 0x02014b50;
const HEADER = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const MAX_COMMENT = 0xffff;
const MAX_DIRECTORY = 64 * 1024 * 1024;
const [STORED, DEFLATED] = [0, 8];
const [ENCRYPTED, UTF_8] = [1, 0x800];
/** In fields of 32 bits: the value is in the field of 64 bits. */
const IN_64 = 0xffff_ffff;

export class Zip {
  readonly entry: Entry;
  readonly files: readonly ZippedFile[];
  readonly #folder: Folder;

  private constructor(folder: Folder, entry: Entry, files: readonly ZippedFile[]) {
    this.#folder = folder;
    this.entry = entry;
    this.files = files;
  }

  /** @throws ReadError if it is not such a ZIP, or damaged */
  static async open(folder: Folder, entry: Entry): Promise<Zip> {
    const { size } = await folder.stat(entry);
    const tail = await read(folder, entry, Math.max(0, size - END_BYTES - MAX_COMMENT), size);
    const at = lastIndexOf(tail, END);
    if (at < 0) throw new ReadError("is not a whole ZIP");
    let [start, length] = [tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12)];
    if (at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_64) {
      const end64 = Number(tail.readBigUInt64LE(at - LOCATOR_BYTES + 8));
      const record = await read(folder, entry, end64, end64 + 56);
      if (record.length < 56 || record.readUInt32LE(0) !== END_64) throw new ReadError("is a damaged ZIP");
      [start, length] = [Number(record.readBigUInt64LE(48)), Number(record.readBigUInt64LE(40))];
    }
    if (length > MAX_DIRECTORY || start + length > size) throw new ReadError("is a damaged ZIP");
    return new Zip(folder, entry, filesIn(await read(folder, entry, start, start + length)));
  }

  /**
   * Streams a file, and checks it.
   * @throws ReadError if it is damaged, or packed in another way
   */
  async *bytes(file: ZippedFile): AsyncGenerator<Uint8Array> {
    const { name, size, packed, method, offset } = file;
    if (method !== STORED && method !== DEFLATED)
      throw new ReadError(`${name} is packed with method ${method}, which cannot be read here`);
    const header = await read(this.#folder, this.entry, offset, offset + 30);
    if (header.length < 30 || header.readUInt32LE(0) !== HEADER) throw damaged(file);
    const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const source = packed === 0 ? [] : this.#folder.bytes(this.entry, { start, end: start + packed - 1 });
    let [length, crc] = [0, 0];
    try {
      for await (const chunk of method === STORED ? source : inflated(source)) {
        length += chunk.length;
        if (length > size) break;
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      if (String((error as NodeJS.ErrnoException).code).startsWith("Z_")) throw damaged(file);
      throw error;
    }
    if (length !== size || crc !== file.crc) throw damaged(file);
  }
}

const damaged = ({ name }: ZippedFile) => new ReadError(`${name} is damaged`);

function inflated(source: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncIterable<Uint8Array> {
  // Closes the source too if reading ends early. Errors reach the reader.
  return pipeline(Readable.from(source), createInflateRaw(), () => {});
}

/** @returns fewer bytes at the end of the file */
async function read(folder: Folder, entry: Entry, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  for await (const chunk of folder.bytes(entry, { start, end: end - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function lastIndexOf(tail: Buffer, signature: number): number {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  for (let at = tail.lastIndexOf(bytes); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(bytes, at - 1))
    if (at + END_BYTES + (tail[at + 20] ?? 0) + (tail[at + 21] ?? 0) * 256 === tail.length) return at;
  return -1;
}

/** Files of the directory, without folders. */
function filesIn(directory: Buffer): ZippedFile[] {
  const files: ZippedFile[] = [];
  const names: Buffer[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === DIRECTORY; ) {
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
    const name = directory.subarray(at + 46, at + 46 + nameLength);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const flags = directory.readUInt16LE(at + 8);
    const [size, packed, offset] = wide(extra, [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]);
    if ((flags & ENCRYPTED) !== 0) throw new ReadError("is a ZIP with a password");
    if (name.at(-1) !== 0x2f) {
      const method = directory.readUInt16LE(at + 10);
      const isUtf8 = (flags & UTF_8) !== 0;
      files.push({
        ...{ name: isUtf8 ? name.toString() : "", size, packed, offset, method },
        crc: directory.readUInt32LE(at + 16),
      });
      names.push(isUtf8 ? Buffer.alloc(0) : name);
    }
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  const decoded = decodeNames(names);
  return files.map((file, at) => (file.name === "" ? { ...file, name: decoded[at] ?? "" } : file));
}

/** Replaces sizes and the position by those of 64 bits, which are present for those that do not fit into 32. */
function wide(extra: Buffer, values: [size: number, packed: number, offset: number]): typeof values {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    return values.map((value) => {
      if (value !== IN_64 || from + 8 > extra.length) return value;
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    }) as typeof values;
  }
  return values;
}
