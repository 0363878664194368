/** Evaluates conditions and ranges of a request (RFC 9110, sections 13 and 14). Pure. */
import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange } from "../files/storage.ts";

export interface Represented {
  /** Strong, without quotes. */
  etag: string;
  modified: Date;
  /** Bytes. */
  size: number;
}

export type Verdict =
  | { status: 200 | 304 | 412 | 416; range?: undefined }
  | { status: 206; range: ByteRange };

/** For GET and HEAD; ranges apply to GET only. */
export function evaluatePreconditions(
  method: string,
  headers: IncomingHttpHeaders,
  file: Represented,
): Verdict {
  const failed = failedCondition(headers, file);
  if (failed !== undefined) return { status: failed };
  if (method !== "GET" || headers.range === undefined || !isSame(headers["if-range"], file))
    return { status: 200 };
  return rangeOf(headers.range, file.size);
}

function failedCondition(headers: IncomingHttpHeaders, file: Represented): 304 | 412 | undefined {
  const match = headers["if-match"];
  if (match !== undefined) {
    if (!lists(match, file.etag, false)) return 412;
  } else if (secondsOf(file.modified) > secondsOf(headers["if-unmodified-since"], Number.POSITIVE_INFINITY))
    return 412;
  const noneMatch = headers["if-none-match"];
  if (noneMatch !== undefined) return lists(noneMatch, file.etag, true) ? 304 : undefined;
  return secondsOf(file.modified) <= secondsOf(headers["if-modified-since"], Number.NEGATIVE_INFINITY)
    ? 304
    : undefined;
}

function lists(header: string, etag: string, weak: boolean): boolean {
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === `"${etag}"` || (weak && tag === `W/"${etag}"`);
  });
}

/** Evaluates If-Range: a range is only valid for the same bytes. */
function isSame(ifRange: string | string[] | undefined, { etag, modified }: Represented): boolean {
  if (typeof ifRange !== "string") return true;
  if (ifRange.startsWith('"') || ifRange.startsWith("W/")) return ifRange.trim() === `"${etag}"`;
  return secondsOf(modified) === secondsOf(ifRange, Number.NaN);
}

/** Parses a single range; invalid and multiple ranges return the whole file, as section 14.2 allows. */
function rangeOf(header: string, size: number): Verdict {
  const [, first = "", last = ""] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header) ?? [];
  if (first === "" && last === "") return { status: 200 };
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? { status: 416 } : { status: 206, range: { start: size - length, end: size - 1 } };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return { status: 200 };
  return start >= size ? { status: 416 } : { status: 206, range: { start, end } };
}

/** Whole seconds of an HTTP date; ignores an invalid one. */
function secondsOf(date: Date | string | undefined, otherwise = 0): number {
  if (date === undefined) return otherwise;
  const time = date instanceof Date ? date.getTime() : Date.parse(date);
  return Number.isNaN(time) ? otherwise : Math.floor(time / 1000);
}
