/** Sends a file with ranges, conditions and headers that keep it inert. */
import type { Context } from "koa";
import type { OpenFile } from "../files/open-file.ts";
import { FileError } from "../files/storage.ts";
import { withDeadline } from "./deadline.ts";
import { HttpError, notFound } from "./errors.ts";
import { judge } from "./preconditions.ts";

export interface SentFile {
  /** Asked for each request. @returns undefined where there is no file */
  open: () => Promise<OpenFile | undefined>;
  type: string;
  disposition?: string;
  /** Strong, without quotes. */
  etag: string;
  cacheControl: string;
  /** Pages of other origins may show it. */
  embeddable?: boolean;
}

/** A page of its own that may load and run nothing, should somebody open the file by itself. */
const INERT = "sandbox; default-src 'none'";
export const FOR_EVER = "public, max-age=31536000, immutable";
const STALLED_MS = 120_000; // a player that has buffered enough may stop reading; it continues with a range

/**
 * Sends the file, a range of it, or that it has not changed.
 * @param deadline milliseconds until the storage must have answered
 * @throws HttpError 404 if the file is not there, 412, 416 for a range past its end, 503 past the deadline
 */
export async function sendFile(ctx: Context, file: SentFile, deadline: number): Promise<void> {
  await using opened = await withDeadline(deadline, () => file.open());
  if (opened === undefined) throw notFound();
  const found = opened.stat;
  const verdict = judge(ctx.method, ctx.req.headers, { ...found, etag: file.etag });
  if (verdict.status === 412) throw new HttpError(412, "Precondition Failed", "precondition");
  if (verdict.status === 416)
    throw new HttpError(416, "Range Not Satisfiable", "range", { "content-range": `bytes */${found.size}` });
  const { start, end } = verdict.range ?? { start: 0, end: found.size - 1 };
  const length = end - start + 1;
  // Before any header is set: what cannot be opened is answered with an error.
  const send =
    ctx.method === "GET" && verdict.status !== 304 && length > 0
      ? await withDeadline(deadline, () => prepare(opened, start, length))
      : undefined;
  ctx.status = verdict.status;
  ctx.set("content-security-policy", INERT);
  ctx.set("etag", `"${file.etag}"`);
  ctx.set("last-modified", found.modified.toUTCString());
  ctx.set("cache-control", file.cacheControl);
  if (file.embeddable) allowElsewhere(ctx);
  if (verdict.status !== 304) {
    ctx.set("accept-ranges", "bytes");
    ctx.set("content-type", file.type);
    ctx.set("content-length", String(length));
    if (file.disposition !== undefined) ctx.set("content-disposition", file.disposition);
    if (verdict.status === 206) ctx.set("content-range", `bytes ${start}-${end}/${found.size}`);
  }
  ctx.respond = false; // Koa would answer the stream's errors in JSON
  if (send === undefined) {
    ctx.res.end();
    return;
  }
  ctx.req.setTimeout(STALLED_MS, () => ctx.res.destroy());
  // Bytes that end early cut the connection: the client compares with the announced length.
  await send(ctx.res);
}

/** Pages of other origins may show the file, and read it to keep it on the device. */
export function allowElsewhere(ctx: Context): void {
  ctx.set("cross-origin-resource-policy", "cross-origin");
  ctx.set("access-control-allow-origin", "*");
  ctx.set("access-control-expose-headers", "content-range");
}

async function prepare(file: OpenFile, start: number, length: number) {
  return file.prepare(start, length).catch((error: unknown) => {
    throw error instanceof FileError && error.fault === "missing file" ? notFound() : error;
  });
}
