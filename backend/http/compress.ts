/** Compresses text responses held in memory with Brotli, zstd or gzip; files are sent uncompressed. */
import type { Context, Middleware } from "koa";
import { chooseEncoding, type Encoding, encode, HAS_ZSTD } from "./encodings.ts";

const MINIMUM = 1_024; // smaller responses fit in one packet
const TEXT =
  /^(text\/|application\/(json|yaml|javascript|(manifest|feed|opds|divina)\+json|(rss|atom)\+xml)|image\/svg\+xml)/;
const UNCACHED_ENCODINGS: readonly Encoding[] = ["br", "gzip"];
const CACHED_ENCODINGS: readonly Encoding[] = HAS_ZSTD ? ["br", "zstd", "gzip"] : ["br", "gzip"];

type Forms = Partial<Record<Encoding, Promise<Buffer>>>;
// Static files and cached lists are the same Buffer each time, so they are compressed once.
const once = new WeakMap<Buffer, Forms>();
const cacheable = new WeakSet<Buffer>();

export const compressText: Middleware = async (ctx, next) => {
  await next();
  await compressBody(ctx);
};

/** Compresses a text response, or reuses its compressed form. */
export async function compressBody(ctx: Context): Promise<void> {
  const body: unknown = ctx.body;
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return;
  if (!TEXT.test(ctx.response.get("content-type") ?? "")) return;
  ctx.vary("accept-encoding");
  if (body.length < MINIMUM || ctx.res.hasHeader("content-encoding")) return;
  const offered = typeof body !== "string" && cacheable.has(body) ? CACHED_ENCODINGS : UNCACHED_ENCODINGS;
  const encoding = chooseEncoding(ctx.get("accept-encoding"), offered);
  if (encoding === undefined) return;
  const result = await compressed(body, encoding);
  if (ctx.res.destroyed) return;
  ctx.set("content-encoding", encoding);
  const etag = ctx.response.get("etag") ?? "";
  if (etag !== "" && !etag.startsWith("W/")) ctx.set("etag", `W/${etag}`); // the bytes differ by encoding
  ctx.body = result;
}

/** Marks a text that is sent often: adds zstd where Node.js has it, and `recompress` compresses it further. */
export function cacheCompressed(bytes: Buffer): void {
  cacheable.add(bytes);
}

/**
 * Recompresses each encoding at a higher level, sequentially; the fast results are sent meanwhile.
 * @param isCurrent checked before each, to skip replaced texts
 */
export async function recompress(bytes: Buffer, isCurrent: () => boolean): Promise<void> {
  for (const encoding of CACHED_ENCODINGS) {
    if (!isCurrent()) return;
    const [quick, small] = [await compressed(bytes, encoding), await encode(bytes, encoding, "small")];
    // Not always smaller: hash-like names were a tenth larger at Brotli level 9 than at 4.
    if (small.length < quick.length) forms(bytes)[encoding] = Promise.resolve(small);
  }
}

let packing: Promise<void> = Promise.resolve();

/** Compresses at the highest Brotli level, sequentially: for files that do not change until the next build. */
export function pack(bytes: Buffer): void {
  packing = packing
    .then(async () => {
      const small = await encode(bytes, "br", "smallest");
      forms(bytes).br = Promise.resolve(small);
    })
    .catch(() => {}); // keeps the fast result
}

function compressed(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (typeof body === "string") return encode(Buffer.from(body), encoding, "quick");
  const made = forms(body);
  const known = made[encoding];
  if (known !== undefined) return known;
  const making = encode(body, encoding, "quick");
  made[encoding] = making;
  making.catch(() => {
    if (made[encoding] === making) delete made[encoding];
  });
  return making;
}

function forms(bytes: Buffer): Forms {
  const made = once.get(bytes) ?? {};
  once.set(bytes, made);
  return made;
}
