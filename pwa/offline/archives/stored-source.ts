/** Archive files that are stored on the device, as the parser reads them. */
import { namesOfParts } from "#shared/archive-files/entries.ts";
import { joined, type Piece, type SourceFile } from "#shared/archive-files/parser.mjs";
import type { FileRef } from "#shared/entities/file.ts";
import { type ArchiveParts, partsOf } from "#shared/rules/archive-parts.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import type { StoredFile } from "#shared/rules/offline-db.ts";
import { deviceCiphers } from "../../lib/device-ciphers.ts";
import { offlineDb } from "../db/db.ts";
import { filesOfPost } from "../library/file-kinds.ts";
import { storedBytes, wholeFile } from "../library/stored-files.ts";
import { ArchiveFault } from "./faults.ts";
import { memoryPiece, type Source } from "./read.ts";

/** Not in TypeScript's library for pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Encrypted files are decrypted in memory, as the parser waits for nothing. */
const MAX_DECRYPTED_BYTES = 512 * 1024 ** 2;
/** The parser reads a few kilobytes at a time, and each read of a Blob takes a millisecond. */
const BLOCK_BYTES = 256 * 1024;

/** @throws ArchiveFault if not all of it is on the device */
export async function storedSource(file: StoredFile): Promise<Source> {
  const parts = await partsOfFile(file);
  if (parts?.isComplete === false) throw new ArchiveFault("not saved");
  const stored = parts === undefined ? [file] : await Promise.all(parts.parts.map(storedPart));
  const size = stored.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  if (deviceCiphers() !== undefined && size > MAX_DECRYPTED_BYTES) throw new ArchiveFault("too large");
  const { kind = "bytes", main = 0 } = parts ?? {};
  const names = namesOfParts(kind, parts?.parts ?? [{ name: "" }]);
  const files: { name: string; pieces: Piece[] }[] = [];
  for (const [at, one] of stored.entries()) {
    const name = names[at];
    if (name !== undefined) files.push({ name, pieces: [] });
    files.at(-1)?.pieces.push(...(await piecesOf(one)));
  }
  return { files: files.map(({ name, pieces }): SourceFile => joined(name, pieces)), main };
}

async function storedPart({ path }: FileRef): Promise<StoredFile> {
  const file = await wholeFile(hashOfPath(path) ?? "");
  if (file === undefined) throw new ArchiveFault("not saved");
  return file;
}

/** Finds the other parts among the files of the posts that are saved with it. @returns undefined if it is not a part */
async function partsOfFile({ hash, posts }: StoredFile): Promise<ArchiveParts<FileRef> | undefined> {
  let found: ArchiveParts<FileRef> | undefined;
  for (const row of await offlineDb().posts.bulkGet(posts)) {
    if (row?.page === undefined) continue;
    const files = filesOfPost(row.page.post);
    const file = files.find(({ path }) => hashOfPath(path) === hash);
    const parts = file && partsOf(file, files);
    if (parts?.isComplete === true) return parts;
    found ??= parts;
  }
  return found;
}

async function piecesOf(file: StoredFile): Promise<Piece[]> {
  if (deviceCiphers() !== undefined) {
    const pieces: Piece[] = [];
    for await (const bytes of storedBytes(file)) pieces.push(memoryPiece(bytes));
    return pieces;
  }
  const parts = await offlineDb().parts.where("hash").equals(file.hash).toArray();
  return parts.sort((a, b) => a.part - b.part).map(({ data }) => blobPiece(data));
}

function blobPiece(blob: Blob): Piece {
  const reader = new FileReaderSync();
  let start = 0;
  let block = new Uint8Array(0);
  return {
    size: blob.size,
    readAt(target, position) {
      if (position < start || position >= start + block.length) {
        start = position;
        block = new Uint8Array(reader.readAsArrayBuffer(blob.slice(position, position + BLOCK_BYTES)));
      }
      const piece = block.subarray(position - start, position - start + target.length);
      target.set(piece);
      return piece.length;
    },
  };
}
