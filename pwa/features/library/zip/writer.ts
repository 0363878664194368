/**
 * Streaming writer of a ZIP of stored (not compressed) files. The destination is seekable: sizes and checksum are written
 * into an entry's header once they are known, so that every reader opens it, and a wrong entry is truncated
 * (docs/decisions/0021). Memory is limited to one buffer.
 */

/** Seekable destination. */
export interface Sink {
  /** Writes all bytes at an offset. The array may be reused once it resolves. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> | void;
  /** Truncates to `size` bytes. */
  truncate(size: number): Promise<void> | void;
}

interface Entry {
  /** Its local header has room for 64-bit sizes. */
  hasRoom: boolean;
  name: Uint8Array;
  offset: number;
  size: number;
  crc: number;
  modified: Date;
}

const BUFFER = 1024 * 1024;
const FULL_32 = 0xffff_ffff;
const FULL_16 = 0xffff;
const NEEDS_ZIP64 = 45;
const NEEDS_PLAIN = 20;
const UTF8_NAMES = 1 << 11;
const MADE_BY_UNIX = 3 << 8;
const PLAIN_FILE = 0o100644 * 2 ** 16;
/** Ids of the extra field with 64-bit sizes and of a padding field of the same length. */
const [ZIP64_EXTRA, PADDING_EXTRA, EXTRA_BYTES] = [0x0001, 0xd935, 20];

export class ZipWriter {
  private readonly entries: Entry[] = [];
  private entry: Entry | undefined;
  private readonly buffer = new Uint8Array(BUFFER);
  private held = 0;
  /** Bytes written or buffered. */
  private at = 0;

  constructor(private readonly sink: Sink) {}

  /**
   * Starts an entry.
   * @param name path inside the ZIP, not checked
   * @param hasRoom false for an entry below 4 GiB without an extra field
   */
  async begin(name: string, modified: Date, hasRoom = true): Promise<void> {
    const bytes = new TextEncoder().encode(name);
    this.entry = { hasRoom, name: bytes, offset: this.at, size: 0, crc: 0, modified };
    await this.put(localHeader(this.entry));
  }

  async add(chunk: Uint8Array): Promise<void> {
    await this.put(chunk);
    if (this.entry !== undefined) this.entry.size += chunk.length;
  }

  /** @param crc CRC-32 of the entry's bytes */
  async end(crc: number): Promise<void> {
    const { entry } = this;
    if (entry === undefined) throw new Error("No entry was begun.");
    entry.crc = crc;
    await this.flush();
    await this.sink.write(localHeader(entry), entry.offset);
    this.entries.push(entry);
    this.entry = undefined;
  }

  /** Removes the current entry. */
  async drop(): Promise<void> {
    if (this.entry === undefined) return;
    this.held = 0;
    this.at = this.entry.offset;
    this.entry = undefined;
    await this.sink.truncate(this.at);
  }

  /** Writes the central directory. @returns size of the ZIP */
  async finish(): Promise<number> {
    const begun = this.at;
    for (const entry of this.entries) await this.put(centralHeader(entry));
    await this.put(endRecords(this.entries.length, begun, this.at - begun));
    await this.flush();
    return this.at;
  }

  private async put(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + BUFFER - this.held);
      this.buffer.set(piece, this.held);
      this.held += piece.length;
      this.at += piece.length;
      from += piece.length;
      if (this.held === BUFFER) await this.flush();
    }
  }

  private async flush(): Promise<void> {
    if (this.held === 0) return;
    await this.sink.write(this.buffer.subarray(0, this.held), this.at - this.held);
    this.held = 0;
  }
}

/** Builder of little-endian fields of 2, 4 and 8 bytes. */
class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly view: DataView<ArrayBuffer>;
  private at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.view = new DataView(this.bytes.buffer);
  }

  u16(...values: number[]): this {
    for (const value of values) {
      this.view.setUint16(this.at, value, true);
      this.at += 2;
    }
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) {
      this.view.setUint32(this.at, value, true);
      this.at += 4;
    }
    return this;
  }

  u64(...values: number[]): this {
    for (const value of values) {
      this.view.setBigUint64(this.at, BigInt(value), true);
      this.at += 8;
    }
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }
}

const atMost32 = (value: number) => Math.min(value, FULL_32);

/** Local header of constant length, so that it can be overwritten: has space for 64-bit sizes. */
function localHeader({ hasRoom, name, size, crc, modified }: Entry): Uint8Array<ArrayBuffer> {
  const isLarge = size >= FULL_32;
  const extra = hasRoom ? EXTRA_BYTES : 0;
  const fields = new Fields(30 + name.length + extra)
    .u32(0x0403_4b50)
    .u16(isLarge ? NEEDS_ZIP64 : NEEDS_PLAIN, UTF8_NAMES, 0, ...dosTime(modified))
    .u32(crc, atMost32(size), atMost32(size))
    .u16(name.length, extra)
    .raw(name);
  if (!hasRoom) return fields.bytes;
  fields.u16(isLarge ? ZIP64_EXTRA : PADDING_EXTRA, 16);
  return isLarge ? fields.u64(size, size).bytes : fields.bytes;
}

function centralHeader({ name, size, crc, modified, offset }: Entry): Uint8Array<ArrayBuffer> {
  const large = [...(size >= FULL_32 ? [size, size] : []), ...(offset >= FULL_32 ? [offset] : [])];
  const extra = large.length === 0 ? 0 : 4 + 8 * large.length;
  const needs = extra === 0 ? NEEDS_PLAIN : NEEDS_ZIP64;
  const fields = new Fields(46 + name.length + extra)
    .u32(0x0201_4b50)
    .u16(MADE_BY_UNIX | needs, needs, UTF8_NAMES, 0, ...dosTime(modified))
    .u32(crc, atMost32(size), atMost32(size))
    .u16(name.length, extra, 0, 0, 0)
    .u32(PLAIN_FILE, atMost32(offset))
    .raw(name);
  return extra === 0 ? fields.bytes : fields.u16(ZIP64_EXTRA, extra - 4).u64(...large).bytes;
}

function endRecords(count: number, begun: number, bytes: number): Uint8Array<ArrayBuffer> {
  const isLarge = count >= FULL_16 || begun >= FULL_32 || bytes >= FULL_32;
  const fields = new Fields(22 + (isLarge ? 56 + 20 : 0));
  if (isLarge)
    fields
      .u32(0x0606_4b50)
      .u64(44)
      .u16(MADE_BY_UNIX | NEEDS_ZIP64, NEEDS_ZIP64)
      .u32(0, 0)
      .u64(count, count, bytes, begun)
      .u32(0x0706_4b50, 0)
      .u64(begun + bytes)
      .u32(1);
  const entries = Math.min(count, FULL_16);
  return fields.u32(0x0605_4b50).u16(0, 0, entries, entries).u32(atMost32(bytes), atMost32(begun)).u16(0)
    .bytes;
}

/** MS-DOS time and date: local time, in steps of two seconds, from 1980 to 2107. */
function dosTime(date: Date): [number, number] {
  const year = Math.min(Math.max(date.getFullYear(), 1980), 2107);
  return [
    (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    ((year - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  ];
}
