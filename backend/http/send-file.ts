/** Sends a file with ranges, conditions, and headers that prevent it from running code. */
import type { Context } from "koa";
import type { OpenFile } from "../files/open-file.ts";
import { FileError } from "../files/storage.ts";
import type { SentFile } from "./answer-forms.ts";
import { withDeadline } from "./deadline.ts";
import { HttpError, notFound } from "./errors.ts";
import { setCaching } from "./members.ts";
import { evaluatePreconditions } from "./preconditions.ts";

/** Opened as a document, the file may load and run nothing. */
const INERT = "sandbox; default-src 'none'";
export const CACHE_FOREVER = "public, max-age=31536000, immutable";
const STALLED_MS = 120_000; // a player with a full buffer may stop reading; it resumes with a range

/**
 * Sends the file, a range of it, or 304.
 * @param deadline timeout of the storage in milliseconds
 * @throws HttpError 404 if the file is missing, 412, 416 for a range past its end, 503 past the deadline
 */
export async function sendFile(ctx: Context, file: SentFile, deadline: number): Promise<void> {
  await using opened = await withDeadline(deadline, () => file.open());
  if (opened === undefined) throw notFound();
  const found = opened.stat;
  const verdict = evaluatePreconditions(ctx.method, ctx.req.headers, { ...found, etag: file.etag });
  if (verdict.status === 412) throw new HttpError(412, "Precondition Failed", "precondition");
  if (verdict.status === 416)
    throw new HttpError(416, "Range Not Satisfiable", "range", { "content-range": `bytes */${found.size}` });
  const { start, end } = verdict.range ?? { start: 0, end: found.size - 1 };
  const length = end - start + 1;
  // Opened before setting headers, so that a failure gets an error response.
  const send =
    ctx.method === "GET" && verdict.status !== 304 && length > 0
      ? await withDeadline(deadline, () => prepare(opened, start, length))
      : undefined;
  ctx.status = verdict.status;
  ctx.set("content-security-policy", INERT);
  ctx.set("etag", `"${file.etag}"`);
  ctx.set("last-modified", found.modified.toUTCString());
  setCaching(ctx, file.access, file.cacheControl);
  if (file.embeddable) allowElsewhere(ctx);
  if (file.vary !== undefined) ctx.vary(file.vary);
  if (verdict.status !== 304) {
    ctx.set("accept-ranges", "bytes");
    ctx.set("content-type", file.type);
    ctx.set("content-length", String(length));
    if (file.disposition !== undefined) ctx.set("content-disposition", file.disposition);
    if (verdict.status === 206) ctx.set("content-range", `bytes ${start}-${end}/${found.size}`);
  }
  ctx.respond = false; // otherwise Koa would write stream errors as JSON
  if (send === undefined) {
    ctx.res.end();
    return;
  }
  ctx.req.setTimeout(STALLED_MS, () => ctx.res.destroy());
  // A truncated stream closes the connection: the client detects it by Content-Length.
  await send(ctx.res);
}

/** Allows pages of other origins to show the file, and to read it for offline use. */
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
