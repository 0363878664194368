/** Brotli or gzip for text answers that are held in memory; files are sent as they are. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Middleware } from "koa";

const MINIMUM = 1_024; // below one packet there is nothing to win
const TEXT = /^(text\/|application\/(json|yaml|javascript|manifest\+json)|image\/svg\+xml)/;
const ENCODERS = {
  // Quality 4: about gzip's speed and smaller; the default of 11 takes seconds for the creators list.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 5 }),
};
type Encoding = keyof typeof ENCODERS;

// Static files and cached lists are the same Buffer each time, so they are compressed once.
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

export const compressText: Middleware = async (ctx, next) => {
  await next();
  const body: unknown = ctx.body;
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return;
  if (!TEXT.test(ctx.response.get("content-type") ?? "")) return;
  ctx.vary("accept-encoding");
  if (body.length < MINIMUM || ctx.method === "HEAD" || ctx.res.hasHeader("content-encoding")) return;
  const encoding = choose(ctx.get("accept-encoding"));
  if (encoding === undefined) return;
  const result = await encode(body, encoding);
  if (ctx.res.destroyed) return;
  ctx.set("content-encoding", encoding);
  const etag = ctx.response.get("etag") ?? "";
  if (etag !== "" && !etag.startsWith("W/")) ctx.set("etag", `W/${etag}`); // the bytes differ by encoding
  ctx.body = result;
};

function encode(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (typeof body === "string") return ENCODERS[encoding](Buffer.from(body));
  const known = compressed.get(body) ?? {};
  compressed.set(body, known);
  known[encoding] ??= ENCODERS[encoding](body);
  return known[encoding];
}

function choose(accept: string): Encoding | undefined {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const offered = accept
    .split(",")
    .filter((part) => !refused.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => offered.includes(encoding));
}
