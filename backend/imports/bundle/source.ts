/** Source of a bundle: a folder with one file per entity, or a stream of such files. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ExpectedError } from "#backend/expected-error.ts";
import { type Line, splitLines } from "./lines.ts";
import { type Entity, RECORDS, SIGNATURE_FILE } from "./records.ts";

const CHUNK = 1024 * 1024;
export const BUNDLE_VERSION = 1;
export const ENTITIES = Object.keys(RECORDS) as Entity[];

/** The given path is not a bundle. */
export class BundleError extends ExpectedError {
  override name = "BundleError";
}

/** A bundle to ingest. */
export interface Source {
  /** Folder that contains `files/`, with the bytes. */
  files: string | undefined;
  /** Bytes of all lines, if known. */
  totalBytes: number | undefined;
  /** Names in the folder that match no entity. */
  strangers: string[];
  parts: Part[];
  /** An archive signed it for others. */
  isSigned: boolean;
}

/** One file of lines. */
export interface Part {
  /** Name in reports. */
  file: string;
  /** Undefined if header lines name it. */
  entity: Entity | undefined;
  /** Identifies the exact file, so that an interrupted ingest can resume; undefined for a stream. */
  progressKey: string | undefined;
  /** Bytes read from disk or stream so far. */
  bytesRead(): number;
  lines(start: { offset: number; line: number }): AsyncGenerator<Line>;
}

/**
 * Opens a bundle folder.
 * @throws BundleError if it contains no `<entity>.ndjson`
 */
export async function openFolder(folder: string): Promise<Source> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new BundleError(`${folder}: ${error.code === "ENOENT" ? "no such folder" : error.message}`);
  });
  const base = await realpath(folder);
  const parts: Part[] = [];
  let totalBytes = 0;
  for (const entity of ENTITIES) {
    const name = [`${entity}.ndjson`, `${entity}.ndjson.gz`].find((candidate) => names.includes(candidate));
    if (name === undefined) continue;
    const found = await stat(join(base, name));
    totalBytes += found.size;
    const progressKey = createHash("sha256")
      .update(`${base}\0${name}\0${found.size}\0${found.mtimeMs}`)
      .digest("hex");
    parts.push(filePart(join(base, name), name, entity, progressKey));
  }
  if (parts.length === 0)
    throw new BundleError(
      `${folder} holds no bundle: none of ${ENTITIES.join(", ")} (.ndjson or .ndjson.gz)`,
    );
  const known = new Set(parts.map((part) => part.file));
  const strangers = names.filter((name) => /\.ndjson(\.gz)?$/.test(name) && !known.has(name));
  return { files: base, totalBytes, strangers, parts, isSigned: names.includes(SIGNATURE_FILE) };
}

function filePart(path: string, file: string, entity: Entity, progressKey: string): Part {
  let bytesRead = () => 0;
  return {
    file,
    entity,
    progressKey,
    bytesRead: () => bytesRead(),
    async *lines(start) {
      const packed = file.endsWith(".gz");
      const disk = createReadStream(path, { highWaterMark: CHUNK, start: packed ? 0 : start.offset });
      bytesRead = () => disk.bytesRead + (packed ? 0 : start.offset);
      if (!packed) return yield* splitLines(disk, start);
      const unpacked = createGunzip({ chunkSize: CHUNK });
      disk.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
      yield* splitLines(skip(unpacked, start.offset), start);
    },
  };
}

/** Skips bytes of a compressed file, which has no random access. */
async function* skip(chunks: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    const kept = chunk.subarray(Math.min(left, chunk.length));
    left -= chunk.length - kept.length;
    if (kept.length > 0) yield kept;
  }
}

/**
 * Opens a stream of concatenated entity files, each with its header line, in the order of RECORDS.
 * @param files folder that contains `files/`; without it, files must already be stored
 */
export function openStream(input: Readable, files: string | undefined): Source {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of input) {
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      bytes += buffer.length;
      yield buffer;
    }
  }
  const part: Part = {
    file: "stdin",
    entity: undefined,
    progressKey: undefined,
    bytesRead: () => bytes,
    lines: () => splitLines(counted()),
  };
  return { files, totalBytes: undefined, strangers: [], parts: [part], isSigned: false };
}

export const EXPECTED_HEADER = `expected a header like {"roost":${BUNDLE_VERSION},"entity":"posts"}`;

/** Entity named by a header line; undefined if this version does not support it. */
export function parseHeader(text: string): Entity | undefined {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header !== "object" || header === null) return undefined;
    const { roost, entity } = header as Record<string, unknown>;
    return roost === BUNDLE_VERSION ? ENTITIES.find((known) => known === entity) : undefined;
  } catch {
    return undefined;
  }
}
