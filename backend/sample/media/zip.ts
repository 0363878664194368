/**
 * Writes zip files: stored entries, plain or with the classic ZipCrypto cipher (PKWARE APPNOTE 6.1), with identical
 * bytes every time.
 */
import { crc32 } from "node:zlib";

export interface ZipEntry {
  name: string;
  data: Buffer;
}

const DOS_DATE = ((2024 - 1980) << 9) | (5 << 5) | 1;

/** @param password encrypts every entry if given; weak encryption, which is intended for this fixture */
export function zip(entries: readonly ZipEntry[], password?: string): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const crc = crc32(data);
    const body = password === undefined ? data : encrypt(data, crc, password);
    const flags = 0x800 | (password === undefined ? 0 : 1); // UTF-8 names
    const fields = Buffer.alloc(26);
    for (const [i, value] of [20, flags, 0, 0, DOS_DATE].entries()) fields.writeUInt16LE(value, i * 2);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(body.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    locals.push(tag(0x04034b50), fields, Buffer.from(name), body);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(tag(0x02014b50), Buffer.from([20, 0]), fields, tail, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + body.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function tag(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A twelve byte header whose last byte, the highest of the CRC, lets a reader check the password. */
function encrypt(data: Buffer, crc: number, password: string): Buffer {
  const keys: [number, number, number] = [0x12345678, 0x23456789, 0x34567890];
  for (const byte of Buffer.from(password)) advance(keys, byte);
  const plain = Buffer.concat([Buffer.from("roostsample"), Buffer.from([crc >>> 24]), data]);
  const out = Buffer.alloc(plain.length);
  for (const [i, byte] of plain.entries()) {
    const mix = (keys[2] | 2) & 0xffff;
    out[i] = byte ^ ((Math.imul(mix, mix ^ 1) >>> 8) & 0xff);
    advance(keys, byte);
  }
  return out;
}

function advance(keys: [number, number, number], byte: number): void {
  keys[0] = crcStep(keys[0], byte);
  keys[1] = (Math.imul((keys[1] + (keys[0] & 0xff)) | 0, 134775813) + 1) | 0;
  keys[2] = crcStep(keys[2], keys[1] >>> 24);
}

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c | 0;
});

function crcStep(crc: number, byte: number): number {
  return TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
}
