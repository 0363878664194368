/** The device lists and unpacks what the server does: the same files in the same order, of the same types. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SevenZip from "7z-wasm";
import { fileTypeFromBuffer } from "file-type";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LIMITS, Reader, UNPACK_LIMITS } from "#backend/archive-files/reader-process.ts";
import { contentTypeOfBytes } from "#backend/files/names.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { namesOfParts } from "#shared/archive-files/entries.ts";
import { entryType, TYPE_BYTES } from "#shared/archive-files/entry-type.ts";
import { archiveFormat } from "#shared/archive-files/format.ts";
import { joined, type Piece } from "#shared/archive-files/parser.mjs";
import { animatedPng } from "#tests/support/apng.ts";
import { manyEntries, pack, rar5, zipInTwoVolumes, zipOfBytes } from "#tests/support/archives.ts";
import { type Engine, listArchive, memoryPiece, type Source, unpackEntries } from "./read.ts";

vi.setConfig({ testTimeout: 120_000 });
const PROGRAM = new URL("../../../backend/archive-files/reader.mjs", import.meta.url);
/** For a busy machine. */
const PATIENT = { milliseconds: 60_000 };
const engine: Engine = { create: async (options) => await SevenZip(options) };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-device-archives-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Archive {
  parts: Buffer[];
  /** Names of volumes; pieces of one file have none. */
  volumes?: string[];
  main?: number;
  password?: string;
  /** Indexes of the files to unpack. */
  at: number[];
}

const hex = (text: string) => Buffer.from(text, "hex");
const encoded = (...names: string[]) =>
  zipOfBytes(names.map((name, at) => ({ name: hex(name), data: Buffer.from(`text of ${at}`) })));
const FILES = {
  "page 10.png": animatedPng(),
  "page 2.png": Buffer.concat([animatedPng(), Buffer.alloc(3_000, 7)]),
  "picture.png": Buffer.from("<script>no picture</script>"),
  "notes.txt": Buffer.from("notes ".repeat(900)),
  "film.mp4": Buffer.from([0, 1, 2, 3]),
  empty: Buffer.alloc(0),
};
const ENTRIES = Object.entries(FILES).map(([name, data]) => ({ name, data }));
const ALL = ENTRIES.map((_, at) => at);
const inPieces = (whole: Buffer, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const size = Math.ceil(whole.length / count);
    return whole.subarray(at * size, (at + 1) * size);
  });
const { first, last } = zipInTwoVolumes();

test.each<[string, () => Archive | Promise<Archive>]>([
  [
    "Shift JIS",
    () => ({
      parts: [encoded("955c8e862f835c98412088ea97972e706e67", "969f89e682cc8cbe97742e747874")],
      at: [0, 1],
    }),
  ],
  [
    "GB 18030",
    () => ({
      parts: [encoded("b7e2c3e62fb5dad2bbd2b32e706e67", "c2febbadb5c4cbb5c3f7cec4d7d62e747874")],
      at: [0, 1],
    }),
  ],
  [
    "EUC-KR",
    () => ({
      parts: [encoded("c7a5c1f62fc3b920b9f8c2b020b1d7b8b22e706e67", "b8b8c8adc0c720bcb3b8ed2e747874")],
      at: [0, 1],
    }),
  ],
  [
    "Windows-1251",
    () => ({
      parts: [
        encoded("eee1ebeee6eae02fefe5f0e2e0ff20f1f2f0e0ede8f6e02e706e67", "f1ebeee2e020e0e2f2eef0e02e747874"),
      ],
      at: [0, 1],
    }),
  ],
  [
    "Big5",
    () => ({
      parts: [encoded("abcaadb12fb2c4a440adb6b9cfa4f92e706e67", "baa9b565aababba1a9faa4e5a6722e747874")],
      at: [0, 1],
    }),
  ],
  ["UTF-8 and repeated names", () => ({ parts: [zip([...ENTRIES, ...ENTRIES])], at: [0, 7, 9] })],
  ["10,000 files", () => ({ parts: [manyEntries(10_000)], at: [0, 9_999] })],
  ["a solid 7z", async () => ({ parts: [await pack("7z", FILES)], at: ALL })],
  [
    "hidden names",
    async () => ({ parts: [await pack("7z", FILES, "-psecret", "-mhe=on")], password: "secret", at: ALL }),
  ],
  ["AES", async () => ({ parts: [await pack("zip", FILES, "-ps", "-mem=AES256")], password: "s", at: ALL })],
  ["RAR 5", () => ({ parts: [rar5("one.png", animatedPng(), "right")], password: "right", at: [0] })],
  ["pieces", async () => ({ parts: inPieces(await pack("7z", FILES), 3), at: ALL })],
  ["volumes", () => ({ parts: [first, last], volumes: ["a.z01", "a.zip"], main: 1, at: [0, 1] })],
])("%s: as on the server", async (_, make) => {
  const archive = await make();
  const device = await onDevice(archive);
  expect(device.names.length).toBeGreaterThan(0);
  expect(device).toEqual(await onServer(archive));
});

test.each<[string, () => Archive | Promise<Archive>, string]>([
  ["no archive", () => ({ parts: [Buffer.alloc(500, "x")], at: [0] }), "not an archive"],
  [
    "noise",
    () => ({ parts: [Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(500, 9)])], at: [0] }),
    "unreadable",
  ],
  ["hidden names", async () => ({ parts: [await pack("7z", FILES, "-px", "-mhe=on")], at: [0] }), "locked"],
  [
    "a wrong password",
    async () => ({ parts: [await pack("7z", FILES, "-px")], password: "y", at: [0] }),
    "locked",
  ],
])("%s is refused with its fault", async (_, make, fault) => {
  const { parts, password, at } = await make();
  const source = sourceOf({ parts, at });
  const entries = [{ name: "page 2.png", nth: 0, bytes: null }];
  await expect(unpackEntries(engine, source, password, entries)).rejects.toMatchObject({ fault });
});

test("a password is proven, as on the server", async () => {
  const source = sourceOf({ parts: [await pack("zip", FILES, "-pright")], at: [] });
  expect(await listArchive(engine, source)).toMatchObject({ encrypted: true, opened: false });
  expect(await listArchive(engine, source, "right")).toMatchObject({ encrypted: true, opened: true });
  expect(await listArchive(engine, source, "wrong")).toMatchObject({ encrypted: true, opened: false });
});

const namesOf = ({ parts, volumes }: Archive) =>
  namesOfParts(
    volumes === undefined ? "bytes" : "volumes",
    parts.map((_, at) => ({ name: volumes?.[at] ?? "" })),
  );

function sourceOf(archive: Archive): Source {
  const files: { name: string; pieces: Piece[] }[] = [];
  for (const [at, name] of namesOf(archive).entries()) {
    if (name !== undefined) files.push({ name, pieces: [] });
    files.at(-1)?.pieces.push(memoryPiece(archive.parts[at] as Buffer));
  }
  return { files: files.map(({ name, pieces }) => joined(name, pieces)), main: archive.main ?? 0 };
}

async function onDevice(archive: Archive) {
  const source = sourceOf(archive);
  const { names, sizes, encrypted } = await listArchive(engine, source, archive.password);
  const entries = archive.at.map((at) => ({
    name: names[at] ?? "",
    nth: names.slice(0, at).filter((name) => name === names[at]).length,
    bytes: null,
  }));
  const found = await unpackEntries(engine, source, archive.password, entries);
  const files = found.map(async (bytes = new Uint8Array(), at) => ({
    text: Buffer.from(bytes).toString("latin1"),
    ...(await entryType(bytes.subarray(0, TYPE_BYTES), entries[at]?.name ?? "", fileTypeFromBuffer)),
  }));
  return { names, sizes, encrypted, files: await Promise.all(files) };
}

let made = 0;
const newPath = () => {
  made += 1;
  return join(folder, `${made}`);
};

const newReader = () => new Reader({ program: PROGRAM, limits: LIMITS });

async function onServer(archive: Archive) {
  const localPaths = archive.parts.map(newPath);
  for (const [at, path] of localPaths.entries()) await writeFile(path, archive.parts[at] as Buffer);
  const format = archiveFormat(archive.parts[0] as Buffer) ?? "zip";
  const job = { localPaths, names: namesOf(archive), main: archive.main ?? 0, format };
  const withPassword = { ...job, password: archive.password };
  const { names, sizes, encrypted } = await newReader().read(withPassword, { ...LIMITS, ...PATIENT });
  const outputs = archive.at.map(newPath);
  const wanted = { outputs, choose: () => archive.at };
  const found = await newReader().unpack(withPassword, wanted, { ...UNPACK_LIMITS, ...PATIENT });
  const files = found.map(async (size, at) => {
    const bytes = (await readFile(outputs[at] ?? "")).subarray(0, size ?? 0);
    const name = names[archive.at[at] ?? 0] ?? "";
    return {
      text: bytes.toString("latin1"),
      ...(await contentTypeOfBytes(bytes.subarray(0, TYPE_BYTES), name)),
    };
  });
  return { names, sizes, encrypted, files: await Promise.all(files) };
}
