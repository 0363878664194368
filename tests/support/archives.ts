/** Archives made in the test: 7z and zip by 7-Zip itself, rar and bombs by hand. */
import { createCipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import SevenZip from "7z-wasm";
import { zip } from "#backend/sample/media/zip.ts";
import { filePath } from "#shared/rules/files.ts";
import { insert } from "./factories.ts";
import type { TestServer } from "./server.ts";

/** Packs files by name with options such as `-psecret`, `-mhe=on`, `-mem=AES256`. */
export async function pack(
  type: "7z" | "zip",
  files: Record<string, string | Uint8Array>,
  ...options: string[]
): Promise<Buffer> {
  const { FS, callMain } = await SevenZip({ print: () => {}, printErr: () => {} });
  const folders = new Set<string>();
  for (const [name, text] of Object.entries(files)) {
    const parts = name.split("/");
    for (const at of parts.slice(1).keys()) {
      const folder = parts.slice(0, at + 1).join("/");
      if (!folders.has(folder)) FS.mkdir(folder);
      folders.add(folder);
    }
    FS.writeFile(name, text);
  }
  callMain(["a", "-bsp0", `-t${type}`, ...options, `made.${type}`, ...Object.keys(files)]);
  return Buffer.from(FS.readFile(`made.${type}`));
}

/** A zip of empty entries, each declaring so many bytes; more than 65,535 of them take the 64-bit directory. */
export function manyEntries(count: number, { nameBytes = 8, declared = 0 } = {}): Buffer {
  const [local, central] = [Buffer.alloc(count * (30 + nameBytes)), Buffer.alloc(count * (46 + nameBytes))];
  for (let i = 0; i < count; i += 1) {
    const [l, c] = [i * (30 + nameBytes), i * (46 + nameBytes)];
    local.writeUInt32LE(0x04034b50, l);
    central.writeUInt32LE(0x02014b50, c);
    central.writeUInt16LE(20, c + 4);
    for (const [bytes, at] of [[local, l + 4] as const, [central, c + 6] as const]) {
      bytes.writeUInt16LE(20, at);
      bytes.writeUInt16LE(declared > 0 ? 8 : 0, at + 4);
      bytes.writeUInt32LE(declared, at + 18);
      bytes.writeUInt16LE(nameBytes, at + 22);
    }
    central.writeUInt32LE(l, c + 42);
    const name = String(i).padStart(nameBytes, "0");
    local.write(name, l + 30);
    central.write(name, c + 46);
  }
  const end64 = Buffer.alloc(76);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  const numbers = [count, count, central.length, local.length];
  for (const [i, value] of numbers.entries()) end64.writeBigUInt64LE(BigInt(value), 24 + i * 8);
  end64.writeUInt32LE(0x07064b50, 56);
  end64.writeBigUInt64LE(BigInt(local.length + central.length), 64);
  end64.writeUInt32LE(1, 72);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(0, 4);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([local, central, end64, end]);
}

/** A zip whose names are these bytes, in no stated encoding. */
export function zipOfBytes(entries: readonly { name: Buffer; data: Buffer }[]): Buffer {
  const placeholders = entries.map(({ name }, at) => `${at}`.padEnd(name.length, "#"));
  let archive = zip(entries.map(({ data }, at) => ({ name: placeholders[at] ?? "", data }))).toString(
    "latin1",
  );
  for (const [at, { name }] of entries.entries())
    archive = archive.replaceAll(placeholders[at] ?? "", name.toString("latin1"));
  return Buffer.from(archive, "latin1");
}

/** Two stored entries, the first in the first volume; the list of files refers to both volumes. */
export function zipInTwoVolumes(): { first: Buffer; last: Buffer } {
  const whole = zip(["one.txt", "two.txt"].map((name) => ({ name, data: Buffer.from("x".repeat(40)) })));
  const second = whole.indexOf("PK\x03\x04", 4, "latin1");
  const list = whole.indexOf("PK\x01\x02", 0, "latin1");
  const end = whole.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const first = Buffer.concat([Buffer.from("PK\x07\x08", "latin1"), whole.subarray(0, second)]);
  const last = Buffer.from(whole.subarray(second));
  const entry = (nth: number) =>
    nth === 0 ? list - second : last.indexOf("PK\x01\x02", list - second + 4, "latin1");
  last.writeUInt32LE(4, entry(0) + 42); // behind the mark of the first volume
  last.writeUInt16LE(1, entry(1) + 34);
  last.writeUInt32LE(0, entry(1) + 42);
  last.writeUInt16LE(1, end - second + 4);
  last.writeUInt16LE(1, end - second + 6);
  last.writeUInt32LE(list - second, end - second + 16);
  return { first, last };
}

/** A RAR 5 archive of one stored file (RAR 5.0 archive format, public technical note); with a password AES-256, no check value. */
export function rar5(name: string, data: Buffer, password?: string): Buffer {
  const [salt, iv] = [Buffer.alloc(16, 7), Buffer.alloc(16, 9)];
  let sent = data;
  let extra = Buffer.alloc(0);
  if (password !== undefined) {
    const cipher = createCipheriv("aes-256-cbc", pbkdf2Sync(password, salt, 2 ** 5, 32, "sha256"), iv);
    cipher.setAutoPadding(false);
    sent = cipher.update(Buffer.concat([data, Buffer.alloc(-data.length & 15)]));
    const record = Buffer.concat([Buffer.from([1, 0, 0, 5]), salt, iv]);
    extra = Buffer.concat([vint(record.length), record]);
  }
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(data));
  const flags = extra.length > 0 ? [vint(3), vint(extra.length)] : [vint(2)];
  const sizes = [vint(sent.length), vint(4), vint(data.length), vint(0), crc, vint(0), vint(1)];
  const file = [vint(2), ...flags, ...sizes, vint(Buffer.byteLength(name)), Buffer.from(name), extra];
  return Buffer.concat([
    Buffer.from("Rar!\x1a\x07\x01\x00", "latin1"),
    rarBlock([vint(1), vint(0), vint(0)]),
    rarBlock(file),
    sent,
    rarBlock([vint(5), vint(0), vint(0)]),
  ]);
}

function rarBlock(parts: Buffer[]): Buffer {
  const header = Buffer.concat(parts);
  const sized = Buffer.concat([vint(header.length), header]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(sized));
  return Buffer.concat([crc, sized]);
}

function vint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest >>>= 7)
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.from(bytes);
}

/** Puts a file into the server's store with its record. @returns its hash */
export async function storeFile(server: TestServer, bytes: Buffer, ext = ".bin"): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const place = join(server.data, "files", filePath(hash, ext));
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, bytes);
  await buildFile(server, { hash, ext, size: bytes.length });
  return hash;
}

export async function buildFile(
  server: TestServer,
  fields: { hash: string; id?: number; ext?: string; size?: number },
): Promise<void> {
  await insert(server.sql, "files", {
    id: Math.floor(Math.random() * 1e9),
    ext: ".bin",
    mime: "application/octet-stream",
    size: 9,
    mtime: "2024-01-01T00:00:00.100000",
    ctime: "2024-01-02T00:00:00.200000",
    added: "2024-01-03T00:00:00.300000",
    ihash: null,
    ...fields,
  });
}
