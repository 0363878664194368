/** Reads archive files with the same parser as the server (docs/decisions/0008). */
import { type Entry, indexesOf, readNames } from "#shared/archive-files/entries.ts";
import type { Fault } from "#shared/archive-files/faults.ts";
import { archiveFormat, MAGIC_BYTES } from "#shared/archive-files/format.ts";
import { MAX_ENTRIES, MAX_FILE_BYTES, MAX_NAME_BYTES, PARSER_PAGES } from "#shared/archive-files/limits.ts";
import {
  faultOf,
  type Job,
  listFiles,
  openParser,
  type Parser,
  type Piece,
  readListing,
  type SourceFile,
  unpackFiles,
} from "#shared/archive-files/parser.mjs";
import { ArchiveFault } from "./faults.ts";

/** Starts the parser: `create` of 7z-wasm, with its options. */
export interface Engine {
  create: (options: object) => Promise<unknown>;
  options?: object;
}

/** An archive: one file, or its parts in order. */
export interface Source {
  files: readonly SourceFile[];
  /** Index of the file to open. */
  main: number;
}

/** Bytes in memory. */
export function memoryPiece(bytes: Uint8Array): Piece {
  return {
    size: bytes.length,
    readAt(target, position) {
      const piece = bytes.subarray(position, position + target.length);
      target.set(piece);
      return piece.length;
    },
  };
}

export interface DeviceListing {
  names: string[];
  /** Declared unpacked sizes; null if unknown. */
  sizes: (number | null)[];
  /** True if at least one file, or the list of names, is encrypted. */
  encrypted: boolean;
  /** For password attempts: true if a file was decrypted and its checksum matched. */
  opened: boolean;
}

/** Lists the files, and tries the password if there is one. @throws ArchiveFault */
export async function listArchive(engine: Engine, source: Source, password?: string): Promise<DeviceListing> {
  return await withParser(engine, source, password, (parser, job) => {
    const { names, sizes, encrypted, opened = false } = readListing(parser, job);
    return { names: readNames(names), sizes, encrypted, opened };
  });
}

/**
 * Unpacks files, in memory.
 * @returns bytes of each; undefined for those left out, as are all but the first if one of them cannot be read
 * @throws ArchiveFault
 */
export async function unpackEntries(
  engine: Engine,
  source: Source,
  password: string | undefined,
  entries: readonly Entry[],
): Promise<(Uint8Array<ArrayBuffer> | undefined)[]> {
  return await withParser(engine, source, password, (parser, job) => {
    const { files } = listFiles(parser, job);
    const chosen = indexesOf(readNames(files.map(({ name }) => name)), entries);
    if ((chosen[0] ?? null) === null) throw new ArchiveFault("unreadable");
    const buffers = chosen.map((index) => new Growing(files[index ?? -1]?.declared ?? 0));
    const outputs = chosen.flatMap((index, at) => {
      const buffer = buffers[at];
      if (index === null || buffer === undefined) return [];
      return [{ index, write: (piece: Uint8Array, position: number) => buffer.write(piece, position) }];
    });
    const sizes = unpackFiles(parser, files, outputs, job);
    return chosen.map((index, at) => {
      const size = index === null ? undefined : sizes.get(index);
      return size === undefined ? undefined : buffers[at]?.take(size);
    });
  });
}

/** Larger ones grow: what an archive declares may be a lie. */
const MAX_FIRST_BYTES = 16 * 1024 ** 2;

class Growing {
  #bytes: Uint8Array<ArrayBuffer>;

  constructor(declared: number) {
    this.#bytes = new Uint8Array(Math.min(declared, MAX_FIRST_BYTES));
  }

  write(piece: Uint8Array, position: number): void {
    const end = position + piece.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, Math.min(2 * this.#bytes.length, MAX_FILE_BYTES)));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, position);
  }

  take(size: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, size);
  }
}

async function withParser<T>(
  { create, options = {} }: Engine,
  { files, main }: Source,
  password: string | undefined,
  use: (parser: Parser, job: Job) => T,
): Promise<T> {
  const [first] = files;
  const archive = files[main];
  const format = first === undefined ? undefined : archiveFormat(headOf(first));
  if (format === undefined || archive === undefined) throw new ArchiveFault("not an archive");
  let parser: Parser | undefined;
  try {
    parser = await openParser(create, { memoryPages: PARSER_PAGES, options });
    parser.mount(files);
    const limits = { maxEntries: MAX_ENTRIES, maxNameBytes: MAX_NAME_BYTES, maxBytes: MAX_FILE_BYTES };
    return use(parser, { archive, format, password, ...limits });
  } catch (error) {
    if (error instanceof ArchiveFault) throw error;
    throw new ArchiveFault(faultOf(error, parser) as Fault);
  } finally {
    parser?.close();
  }
}

function headOf(file: SourceFile): Uint8Array {
  const head = new Uint8Array(Math.min(MAGIC_BYTES, file.size));
  for (let done = 0, count = -1; done < head.length && count !== 0; done += count)
    count = file.readAt(head.subarray(done), done);
  return head;
}
