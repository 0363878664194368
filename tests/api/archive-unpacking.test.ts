/** Unpacking files of ordinary and hostile archive files in the reading process, without a server around it. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Limits, Reader, UNPACK_LIMITS } from "#backend/archive-files/reader-process.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { archiveFormat } from "#shared/archive-files/format.ts";
import { manyEntries, pack, rar5, zipInTwoVolumes, zipOfBytes } from "#tests/support/archives.ts";
import { childrenOf } from "#tests/support/child-processes.ts";

const PROGRAM = new URL("../../backend/archive-files/reader.mjs", import.meta.url);
/** Time limit for a busy machine; the limits that end a process have tests of their own. */
const PATIENT = { milliseconds: 60_000 };
vi.setConfig({ testTimeout: 600_000 });

let folder: string;
let made = 0;
const newPath = () => {
  made += 1;
  return join(folder, String(made));
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-unpacking-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Options {
  password?: string;
  /** Names in the parser's folder; undefined joins a part to the one before it. */
  names?: (string | undefined)[];
  main?: number;
  limits?: Partial<Limits>;
}

/** Unpacks at once what `choose` asks for. @returns text of each; null for those left out */
async function unpack(
  parts: Buffer[],
  choose: (names: readonly string[]) => (number | null)[],
  count: number,
  { password, names = ["a"], main = 0, limits = {} }: Options = {},
): Promise<(string | null)[]> {
  const localPaths: string[] = [];
  for (const bytes of parts) {
    const path = newPath();
    await writeFile(path, bytes);
    localPaths.push(path);
  }
  const format = archiveFormat((parts[main] ?? parts[0])!.subarray(0, 16)) ?? archiveFormat(parts[0]!)!;
  const outputs = Array.from({ length: count }, () => newPath());
  const used = { ...UNPACK_LIMITS, ...PATIENT, ...limits };
  const reader = new Reader({ program: PROGRAM, limits: used });
  const found = await reader.unpack({ localPaths, names, main, format, password }, { outputs, choose }, used);
  const texts = found.map(async (bytes, at) =>
    bytes === null ? null : (await readFile(outputs[at]!)).subarray(0, bytes).toString("latin1"),
  );
  return await Promise.all(texts);
}

const everyOne = (count: number) => () => Array.from({ length: count }, (_, at) => at);
const one = (bytes: Buffer, at: number, options?: Options) =>
  unpack([bytes], () => [at], 1, options).then(([text]) => text);

const TEXTS: Record<string, string> = {
  "readme.txt": "read this first ".repeat(40),
  "scans/page 2.png": "the second page",
  "scans/page 10.png": "the tenth page",
  "scans/deep/絵.png": "a picture ".repeat(3_000),
  "empty.txt": "",
};
const ENTRIES = Object.entries(TEXTS).map(([name, text]) => ({ name, data: Buffer.from(text) }));
/** In the order of the archive. */
const read = async (parts: Buffer[], options?: Options) => {
  let listed: readonly string[] = [];
  const count = ENTRIES.length;
  const texts = await unpack(
    parts,
    (names) => {
      listed = names;
      return everyOne(count)();
    },
    count,
    options,
  );
  return Object.fromEntries(listed.map((name, at) => [name, texts[at]]));
};

test.each<[string, () => Buffer | Promise<Buffer>, string?]>([
  ["zip", () => zip(ENTRIES)],
  ["zip with the old cipher", () => zip(ENTRIES, "right 🔑"), "right 🔑"],
  ["zip with AES", () => pack("zip", TEXTS, "-pright", "-mem=AES256"), "right"],
  ["7z", () => pack("7z", TEXTS)],
  ["7z that is not solid", () => pack("7z", TEXTS, "-ms=off")],
  ["7z with a password", () => pack("7z", TEXTS, "-pright"), "right"],
  ["7z with hidden names", () => pack("7z", TEXTS, "-pright", "-mhe=on"), "right"],
])("%s: every file has its own bytes", async (_, make, password) => {
  expect(await read([await make()], password === undefined ? {} : { password })).toEqual(TEXTS);
});

test.each([undefined, "right"])("rar with the password %s", async (password) => {
  const bytes = rar5("scans/one.png", Buffer.from("rar text"), password);
  expect(await one(bytes, 0, password === undefined ? {} : { password })).toBe("rar text");
});

test("pieces of one file, and volumes, are read across", async () => {
  const whole = await pack("7z", TEXTS);
  const size = Math.ceil(whole.length / 3);
  const pieces = [0, 1, 2].map((at) => whole.subarray(at * size, (at + 1) * size));
  expect(await read(pieces, { names: ["a", undefined, undefined] })).toEqual(TEXTS);
  const { first, last } = zipInTwoVolumes();
  const both = await unpack([first, last], everyOne(2), 2, { names: ["a.z01", "a.zip"], main: 1 });
  expect(both).toEqual(["x".repeat(40), "x".repeat(40)]);
});

/** Names that mean something to a shell, a path, a pattern or the parser. */
const STRANGE = [
  ...["-so", "@list", "*", "*.txt", "?", "a\nb", "a_b", "a_b", "../../etc/passwd", "/absolute.txt"],
  ...[
    "twice",
    "twice",
    "back\\slash",
    "C:\\x.txt",
    "trailing. ",
    "\u{ee83}.txt",
    "<b>",
    "-i!*",
    "--",
    "scans",
  ],
];

test("names have no meaning: each file has its own bytes, alone and together with others", async () => {
  const bytes = zip(STRANGE.map((name, at) => ({ name, data: Buffer.from(`text of ${at}`) })));
  const expected = STRANGE.map((_, at) => `text of ${at}`);
  expect(await unpack([bytes], everyOne(STRANGE.length), STRANGE.length)).toEqual(expected);
  for (const at of STRANGE.keys()) expect(await one(bytes, at)).toBe(expected[at]);
  expect((await readdir(folder)).every((name) => /^\d+$/.test(name))).toBe(true); // nothing was unpacked elsewhere
});

test("names in other encodings are files like any other", async () => {
  const names = ["95 5c 8e 86 2f 83 5c 98 41 5f 31 2e 70 6e 67", "96 9f 89 e6", "c3 bd c4 2e 74 78 74"];
  const entries = [
    ...names.map((name) => Buffer.from(name.replaceAll(" ", ""), "hex")),
    Buffer.from("plain.txt"),
  ];
  const bytes = zipOfBytes(entries.map((name, at) => ({ name, data: Buffer.from(`text of ${at}`) })));
  const expected = entries.map((_, at) => `text of ${at}`);
  expect(await unpack([bytes], everyOne(entries.length), entries.length)).toEqual(expected);
  for (const at of entries.keys()) expect(await one(bytes, at)).toBe(expected[at]);
});

test("the last of 20,000 files is found", async () => {
  const entries = Array.from({ length: 20_000 }, (_, at) => ({
    name: `${at % 50}/${at}`,
    data: Buffer.from(`${at}`),
  }));
  expect(await one(zip(entries), 19_999)).toBe("19999");
});

test("a file that cannot be read takes only itself away", async () => {
  const bytes = zip(ENTRIES);
  bytes.writeUInt8(0, bytes.indexOf("the second page")); // its checksum is that of another text
  await expect(one(bytes, 1)).rejects.toMatchObject({ fault: "unreadable" });
  expect(await unpack([bytes], () => [0, 1], 2)).toEqual([TEXTS["readme.txt"], null]);
});

test("without the password, or with a wrong one, a file is locked and nothing is passed on", async () => {
  for (const make of [() => zip(ENTRIES, "right"), () => pack("7z", TEXTS, "-pright", "-mhe=on")]) {
    const bytes = await make();
    for (const options of [{}, { password: "wrong" }])
      await expect(one(bytes, 0, options)).rejects.toMatchObject({ fault: "locked" });
  }
});

/** A zip of one deflated file of zeros, with the size that its header declares. */
function bomb(size: number, declared = size): Buffer {
  const packed = deflateRawSync(Buffer.alloc(size));
  const bytes = zip([{ name: "a.png", data: packed }]);
  const central = bytes.indexOf("PK\x01\x02", 0, "latin1");
  for (const [method, length] of [
    [8, 22],
    [central + 10, central + 24],
  ] as const) {
    bytes.writeUInt16LE(8, method);
    bytes.writeUInt32LE(declared, length);
  }
  return bytes;
}

test.each([
  ["says so", 20_000_000, 20_000_000],
  ["says that it is small", 20_000_000, 100],
])("a file over the limit that %s is refused before it fills the disk", async (_, size, declared) => {
  const limits = { fileBytes: 1_000_000 };
  const result = await one(bomb(size, declared), 0, { limits }).catch((error) => error.fault);
  expect(["too large", "unreadable"]).toContain(result);
  const sizes = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
  expect(Math.max(...sizes.map((found) => found.size))).toBeLessThan(3_000_000);
});

test("noise, and an archive that breaks off, are unreadable", async () => {
  const noise = Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(50_000)]);
  await expect(one(noise, 0)).rejects.toMatchObject({ fault: "unreadable" });
  const whole = await pack("7z", TEXTS);
  await expect(one(whole.subarray(0, whole.length / 2), 0)).rejects.toMatchObject({ fault: "unreadable" });
});

test("a process that takes too long, or too much memory, is gone", async () => {
  const large = bomb(200_000_000);
  await expect(one(large, 0, { limits: { milliseconds: 250 } })).rejects.toMatchObject({ fault: "too slow" });
  expect(await childrenOf(process.pid, "reader.mjs")).toEqual([]);
  const many = manyEntries(300_000);
  await expect(one(many, 0, { limits: { parserBytes: 24 * 1024 ** 2 } })).rejects.toMatchObject({
    fault: "too large",
  });
});
