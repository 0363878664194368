/** Matches requests for saved files and parses their ranges. Pure. */

import { typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { PART_BYTES, type StoredFile } from "#shared/rules/offline-db.ts";

/** A request for a saved file. */
export interface Wanted {
  hash: string;
  /** `file`: saved, otherwise from the network. `preview`: the original replaces an unavailable thumbnail. */
  as: "file" | "preview";
  /** File name of the download. */
  name: string;
}

/** Matches any origin, the archive or a data server, since files are named by their hash. */
export function wantedFile(url: URL, method: string): Wanted | undefined {
  const [, kind, path = ""] = /^\/(data|thumbnail\/data)(\/.+)$/.exec(url.pathname) ?? [];
  const hash = method === "GET" && kind !== undefined ? hashOfPath(path) : undefined;
  // A video does not replace its picture.
  if (hash === undefined || (kind !== "data" && !hasThumbnail(path))) return undefined;
  return { hash, as: kind === "data" ? "file" : "preview", name: url.searchParams.get("f") ?? "" };
}

export interface ByteRange {
  /** First and last byte, both included. */
  start: number;
  end: number;
}

/**
 * Parses a `Range` header with one range.
 * @returns undefined for the whole file: no header, an invalid one, or several ranges; "none" for a range
 * past the end (416)
 */
export function rangeOf(header: string | null, bytes: number): ByteRange | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "none" : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= bytes ? "none" : { start, end };
}

export interface PartSlice {
  part: number;
  /** Within the part; `to` is not included. */
  from: number;
  to: number;
}

/** The parts of a range, and the slice of each. */
export function slicesOf({ start, end }: ByteRange): PartSlice[] {
  const slices: PartSlice[] = [];
  for (let part = Math.floor(start / PART_BYTES); part <= Math.floor(end / PART_BYTES); part += 1) {
    const offset = part * PART_BYTES;
    slices.push({ part, from: Math.max(0, start - offset), to: Math.min(PART_BYTES, end + 1 - offset) });
  }
  return slices;
}

/** Opened as a document, the file may load and run nothing, like the server's response. */
export const INERT = "sandbox; default-src 'none'";

/** Headers of a saved file, complete or in part. */
export function headersOf(file: StoredFile, range: ByteRange | undefined, name: string): Headers {
  const { bytes = 0, type, hash } = file;
  const length = range === undefined ? bytes : range.end - range.start + 1;
  const headers = new Headers({
    "content-type": type,
    "content-length": String(length),
    "accept-ranges": "bytes",
    "content-security-policy": INERT,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    etag: `"${hash}"`,
  });
  if (range !== undefined) headers.set("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
  if (typeOfExtension(extensionOf(file.path))?.inline !== true) {
    const fileName = name || `${hash}${extensionOf(file.path)}`;
    headers.set("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  }
  return headers;
}
