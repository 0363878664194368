/** The reading process against hostile and ordinary archives, without a server around it. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Reading } from "#backend/archive-files/reader-output.ts";
import { LIMITS, type Limits, Reader } from "#backend/archive-files/reader-process.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { archiveFormat } from "#shared/archive-files/format.ts";
import { manyEntries, pack, rar5, zipInTwoVolumes, zipOfBytes } from "#tests/support/archives.ts";
import { childrenOf } from "#tests/support/child-processes.ts";

const PROGRAM = new URL("../../backend/archive-files/reader.mjs", import.meta.url);
const FILES = { "a.txt": "the first text ".repeat(20), "絵.png": "some other bytes" };
let folder: string;
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-archives-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A busy machine takes several times as long; that the deadline ends a process has a test of its own. */
const PATIENT = { milliseconds: 60_000 };
vi.setConfig({ testTimeout: 600_000 });

async function read(bytes: Buffer, password?: string, limits: Partial<Limits> = {}): Promise<Reading> {
  return readParts([bytes], ["a"], { password }, limits);
}

/** @param names in the parser's folder; undefined joins a part to the one before it */
async function readParts(
  parts: Buffer[],
  names: (string | undefined)[],
  { password, main = 0 }: { password?: string | undefined; main?: number } = {},
  limits: Partial<Limits> = {},
): Promise<Reading> {
  const localPaths: string[] = [];
  for (const bytes of parts) {
    localPaths.push(join(folder, `archive ${++made}`));
    await writeFile(localPaths.at(-1) ?? "", bytes);
  }
  const format = archiveFormat((parts[0] ?? Buffer.alloc(0)).subarray(0, 8));
  if (format === undefined) throw new Error("no archive");
  const job = { localPaths, names, main, format, password };
  const used = { ...LIMITS, ...PATIENT, ...limits };
  return await new Reader({ program: PROGRAM, limits: used }).read(job, used);
}

const ENTRIES = Object.entries(FILES).map(([name, text]) => ({ name, data: Buffer.from(text) }));
/** Third: the password, where the packer takes ASCII only. */
const KINDS: [string, (password: string) => Promise<Buffer> | Buffer, string?][] = [
  ["zip with the old cipher", (password) => zip(ENTRIES, password)],
  ["zip with AES", (password) => pack("zip", FILES, "-mem=AES256", `-p${password}`), "secret"],
  ["7z", (password) => pack("7z", FILES, `-p${password}`)],
  ["7z with hidden names", (password) => pack("7z", FILES, `-p${password}`, "-mhe=on")],
  [
    "7z with hidden names, so small that they are not packed",
    (password) => pack("7z", { "絵.png": "text" }, `-p${password}`, "-mhe=on"),
  ],
  ["rar", (password) => rar5("絵.png", Buffer.from("some other bytes"), password)],
];

describe.each(KINDS)("%s", (kind, make, secret = "sécret 🔑") => {
  test("asks for a password, takes the right one and no other", async () => {
    const bytes = await make(secret);
    const listing = await read(bytes);
    expect(listing).toMatchObject({ encrypted: true, truncated: false });
    expect(listing.opened).toBeUndefined();
    if (kind.includes("hidden")) expect(listing.names).toEqual([]);
    else expect(listing.names).toContain("絵.png");
    const right = await read(bytes, secret);
    expect(right.opened).toBe(true);
    expect(right.names).toContain("絵.png");
    expect((await read(bytes, "sécret")).opened).toBe(false);
  });
});

test("a long password, and one that looks like an option, are passwords", async () => {
  const bytes = zip(ENTRIES, "secret"); // of this kind a password is tried in no time
  for (const wrong of ["x".repeat(100), "-mx"])
    expect([wrong, (await read(bytes, wrong)).opened]).toEqual([wrong, false]);
  for (const right of ["x".repeat(100), "-mx"])
    expect([right, (await read(zip(ENTRIES, right), right)).opened]).toEqual([right, true]);
});

test("one wrong password in 256 passes the check byte of the old cipher, and none is taken", async () => {
  // Two bytes: only the checksum detects a wrong key, and of one entry it covers only two bytes.
  const tiny = zip(
    ["a", "b", "c"].map((name) => ({ name, data: Buffer.from(`${name}!`) })),
    "right",
  );
  expect((await read(tiny, "right")).opened).toBe(true);
  const passing = Array.from({ length: 4_000 }, (_, i) => `wrong ${i}`).filter((password) =>
    passesCheckByte(tiny, password),
  );
  expect(passesCheckByte(tiny, "right")).toBe(true);
  expect(passing.length).toBeGreaterThan(6);
  for (const password of passing.slice(0, 6))
    expect([password, (await read(tiny, password)).opened]).toEqual([password, false]);
});

/** The test that is not enough: the last byte before the first entry's data is the highest of its CRC (APPNOTE 6.1). */
function passesCheckByte(bytes: Buffer, password: string): boolean {
  const keys: [number, number, number] = [0x12345678, 0x23456789, 0x34567890];
  const step = (crc: number, byte: number) => {
    let next = (crc ^ byte) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) next = next & 1 ? (next >>> 1) ^ 0xedb88320 : next >>> 1;
    return next ^ (crc >>> 8);
  };
  const advance = (byte: number) => {
    keys[0] = step(keys[0], byte);
    keys[1] = (Math.imul(keys[1] + (keys[0] & 0xff), 134775813) + 1) | 0;
    keys[2] = step(keys[2], keys[1] >>> 24);
  };
  for (const byte of Buffer.from(password)) advance(byte);
  let plain = 0;
  const start = 30 + bytes.readUInt16LE(26);
  for (const byte of bytes.subarray(start, start + 12)) {
    const mix = (keys[2] | 2) & 0xffff;
    plain = byte ^ ((Math.imul(mix, mix ^ 1) >>> 8) & 0xff);
    advance(plain);
  }
  return plain === bytes[17];
}

test("plain archives list without a password and take none", async () => {
  for (const bytes of [zip(ENTRIES), await pack("7z", FILES), await pack("zip", FILES)]) {
    const { names, sizes, ...rest } = await read(bytes);
    const expected = ENTRIES.map(({ name, data }) => [name, data.length]);
    expect(names.map((name, at) => [name, sizes[at]]).sort()).toEqual(expected);
    expect([names.sort(), rest]).toEqual([["a.txt", "絵.png"], { encrypted: false, truncated: false }]);
    expect((await read(bytes, "any")).opened).toBe(false);
  }
  expect(await read(rar5("a b.txt", Buffer.from("text")))).toMatchObject({
    names: ["a b.txt"],
    sizes: [4],
    encrypted: false,
  });
});

test("an encrypted entry beside a plain one of the same name, or shown otherwise than named, proves nothing", async () => {
  const plain = zip([{ name: "a_b", data: Buffer.from("plain text!") }]);
  const locked = zip([{ name: "a\nb", data: Buffer.from("locked text") }], "right");
  const both = joinZips(plain, locked);
  expect((await read(both)).encrypted).toBe(true);
  expect((await read(both, "wrong")).opened).toBe(false);
});

/** One archive of the entries of two. */
function joinZips(first: Buffer, second: Buffer): Buffer {
  const parts = [first, second].map((bytes) => {
    const end = bytes.subarray(-22);
    const at = end.readUInt32LE(16);
    return { local: bytes.subarray(0, at), central: Buffer.from(bytes.subarray(at, -22)) };
  });
  const [a, b] = parts;
  if (a === undefined || b === undefined) throw new Error("two parts");
  b.central.writeUInt32LE(a.local.length, 42);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(2, 8);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(a.central.length + b.central.length, 12);
  end.writeUInt32LE(a.local.length + b.local.length, 16);
  return Buffer.concat([a.local, b.local, a.central, b.central, end]);
}

/** Cuts a file into so many pieces. */
function cut(bytes: Buffer, count: number): Buffer[] {
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ["zip", () => zip(ENTRIES)],
  ["7z", () => pack("7z", FILES)],
])("a %s cut into pieces is read across them", async (_, make) => {
  const reading = await readParts(cut(await make(), 3), ["a", undefined, undefined]);
  expect([...reading.names].sort()).toEqual(Object.keys(FILES).sort());
});

test("a password is tried across the pieces, also where the names are hidden", async () => {
  const pieces = cut(await pack("7z", FILES, "-psecret", "-mhe=on"), 3);
  const names = ["a", undefined, undefined];
  expect(await readParts(pieces, names)).toMatchObject({ names: [], encrypted: true });
  expect(await readParts(pieces, names, { password: "secret" })).toMatchObject({ opened: true });
  expect(await readParts(pieces, names, { password: "wrong" })).not.toMatchObject({ opened: true });
});

test("volumes of a ZIP are opened by the last, which has the list", async () => {
  const { first, last } = zipInTwoVolumes();
  const reading = await readParts([first, last], ["a.z01", "a.zip"], { main: 1 });
  expect(reading.names).toEqual(["one.txt", "two.txt"]);
});

test("names that are not UTF-8 are read in the encoding that fits all of them", async () => {
  const names = [
    "95 5c 8e 86 2f 83 5c 98 41 5f 88 ea 97 97 2e 70 6e 67",
    "96 9f 89 e6",
    "c3 bd c4 2e 74 78 74",
  ];
  const bytes = [
    ...names.map((name) => Buffer.from(name.replaceAll(" ", ""), "hex")),
    Buffer.from("plain.txt"),
  ];
  const reading = await read(zipOfBytes(bytes.map((name) => ({ name, data: Buffer.from("x") }))));
  expect(reading.names).toEqual(["表紙/ソ連_一覧.png", "漫画", "ﾃｽﾄ.txt", "plain.txt"]);
});

test("names are text: no line, path or switch in them means anything", async () => {
  const names = [
    "a\nPath = b\nEncrypted = +",
    "../../etc/passwd",
    "-so",
    "@list",
    "*",
    "<b>",
    "\u202egnp.exe",
    "\x1b[31m",
  ];
  const reading = await read(zip(names.map((name) => ({ name, data: Buffer.from("x") }))));
  expect(reading).toEqual({
    names: [
      "a_Path = b_Encrypted = +",
      "../../etc/passwd",
      "-so",
      "@list",
      "*",
      "<b>",
      "\u202egnp.exe",
      "_[31m",
    ],
    sizes: names.map(() => 1),
    encrypted: false,
    truncated: false,
  });
  expect(await readdir(folder)).toHaveLength(made); // nothing was unpacked
});

type Outcome = number | string;
describe("bombs and broken bytes end in a listing or a typed error", () => {
  test.each<[string, () => Buffer | Promise<Buffer>, Outcome | Outcome[]]>([
    ["546 GB declared by 251 entries", () => manyEntries(251, { declared: 0x82000000 }), 251],
    ["twice the entries that are listed", () => manyEntries(200_000), [100_000, "too large", "too slow"]],
    ["names of 60,000 bytes", () => manyEntries(100, { nameBytes: 60_000 }), 17],
    ["noise that begins like a zip", () => begin("PK\x03\x04"), "unreadable"],
    ["noise that begins like a 7z", () => begin("7z\xbc\xaf\x27\x1c\x00\x04"), "unreadable"],
    ["noise that begins like a rar", () => begin("Rar!\x1a\x07\x00"), "unreadable"],
    ["noise that begins like a rar 5", () => begin("Rar!\x1a\x07\x01\x00"), "unreadable"],
    ["half a 7z", async () => half(await pack("7z", FILES)), "unreadable"],
    ["half a zip", () => half(zip(ENTRIES, "x")), "unreadable"],
  ])("%s", async (_, make, expected) => {
    const bytes = await make();
    const result = await read(bytes).then(
      ({ names }) => names.length,
      (error: Error & { fault?: string }) => error.fault,
    );
    expect([expected].flat()).toContain(result);
  });

  const begin = (magic: string) => Buffer.concat([Buffer.from(magic, "latin1"), randomBytes(100_000)]);
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
});

describe("limits", () => {
  test("a listing stops at so many entries and says so", async () => {
    const { names, truncated } = await read(manyEntries(50), undefined, { entries: 20 });
    expect([names.length, truncated]).toEqual([20, true]);
  });

  test("a process that takes too long is ended", async () => {
    await expect(read(zip(ENTRIES), undefined, { milliseconds: 20 })).rejects.toMatchObject({
      fault: "too slow",
    });
    await expect.poll(readerPid).toBeUndefined(); // it is gone, not left behind
  });

  test("a process over its memory is ended, and so is a parser over its own", async () => {
    const bytes = manyEntries(300_000);
    await expect(read(bytes, undefined, { parserBytes: 24 * 1024 ** 2 })).rejects.toMatchObject({
      fault: "too large",
    });
    if (process.platform !== "linux") return; // elsewhere the parser's limit stands alone
    await expect(read(bytes, undefined, { bytes: 1024 ** 2 })).rejects.toMatchObject({ fault: "too large" });
  });
});

test.runIf(process.platform === "linux")(
  "a process that is stopped says nothing of the archive, one that is killed does",
  async () => {
    const bytes = manyEntries(300_000); // so that it is still being read when it is found
    for (const [signal, name] of [
      ["SIGTERM", "BusyError"],
      ["SIGKILL", "ArchiveError"],
    ] as const) {
      const outcome = read(bytes).catch((error: Error) => error.name);
      const pid = await vi.waitUntil(readerPid, { interval: 2, timeout: 60_000 });
      process.kill(pid, signal);
      expect(await outcome).toBe(name);
    }
  },
);

/** The reading process, once it is the program and no longer the shell. */
const readerPid = async () => (await childrenOf(process.pid, "reader.mjs"))[0];

test("other files are detected by their first bytes", () => {
  for (const text of ["", "P", "PK", "GIF89a..", "%PDF-1.7", "Rar!...."])
    expect(archiveFormat(Buffer.from(text))).toBeUndefined();
});
