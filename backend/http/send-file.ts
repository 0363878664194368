/** Sends a file from disk with ranges, conditions and headers that keep it inert. */
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Context } from "koa";
import send from "send";
import { HttpError, notFound } from "./errors.ts";

export interface SentFile {
  /** Absolute place on disk, made by us and never from the address. */
  place: string;
  type: string;
  disposition?: string;
  /** Without quotes. */
  etag: string;
  cacheControl: string;
}

/** A page of its own that may load and run nothing, should somebody open the file by itself. */
export const INERT = "sandbox; default-src 'none'";
export const FOR_EVER = "public, max-age=31536000, immutable";

/** @throws HttpError 404 where the file is not there, 416 for a range past its end */
export async function sendFile(
  ctx: Context,
  { place, type, disposition, etag, cacheControl }: SentFile,
): Promise<void> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isFile() !== true) throw notFound();
  ctx.set("content-security-policy", INERT);
  ctx.set("content-type", type);
  ctx.set("etag", `"${etag}"`);
  ctx.set("cache-control", cacheControl);
  if (disposition !== undefined) ctx.set("content-disposition", disposition);
  ctx.respond = false;
  ctx.res.statusCode = 200; // Koa begins with 404, which would switch off conditions and ranges
  try {
    await stream(ctx, place);
  } catch (error) {
    for (const name of ["content-disposition", "etag", "cache-control", "content-length", "last-modified"])
      ctx.remove(name);
    ctx.respond = true;
    throw asHttpError(error);
  }
}

function stream(ctx: Context, place: string): Promise<void> {
  return new Promise((resolve, reject) => {
    ctx.res.once("close", resolve);
    send(ctx.req, encodeURIComponent(basename(place)), {
      root: dirname(place),
      index: false,
      cacheControl: false,
      dotfiles: "allow",
    })
      .on("error", reject)
      .on("directory", () => reject(notFound()))
      .pipe(ctx.res);
  });
}

function asHttpError(error: unknown): unknown {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 416) return new HttpError(416, "Range Not Satisfiable", "range");
  if (status === 412) return new HttpError(412, "Precondition Failed", "precondition");
  return status === 404 ? notFound() : error;
}
