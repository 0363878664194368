/** Brotli, zstd or gzip for text answers that are held in memory; files are sent as they are. */
import type { Context, Middleware } from "koa";
import { chooseEncoding, type Encoding, encode } from "./encodings.ts";

const MINIMUM = 1_024; // below one packet there is nothing to gain
const TEXT =
  /^(text\/|application\/(json|yaml|javascript|(manifest|feed)\+json|(rss|atom)\+xml)|image\/svg\+xml)/;
/** zstd only where the result is cached: Node 20 has none of its own. */
const UNCACHED_ENCODINGS: readonly Encoding[] = ["br", "gzip"];
const CACHED_ENCODINGS: readonly Encoding[] = ["br", "zstd", "gzip"];

type Forms = Partial<Record<Encoding, Promise<Buffer>>>;
// Static files and cached lists are the same Buffer each time, so they are compressed once.
const once = new WeakMap<Buffer, Forms>();
const cacheable = new WeakSet<Buffer>();

export const compressText: Middleware = async (ctx, next) => {
  await next();
  await compressBody(ctx);
};

/** Compresses the text of an answer, unless that was done already. */
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

/** Marks a text that is sent often: also offered as zstd, and made smaller by `recompress`. */
export function cacheCompressed(bytes: Buffer): void {
  cacheable.add(bytes);
}

/**
 * Compresses each encoding again with more effort, one after the other; meanwhile the quick ones are sent.
 * @param isCurrent checked before each, so that a replaced text costs nothing more
 */
export async function recompress(bytes: Buffer, isCurrent: () => boolean): Promise<void> {
  for (const encoding of CACHED_ENCODINGS) {
    if (!isCurrent()) return;
    const [quick, small] = [await compressed(bytes, encoding), await encode(bytes, encoding, "small")];
    // Not always: names like hashes came out a tenth larger from brotli's 9 than from its 4.
    if (small.length < quick.length) forms(bytes)[encoding] = Promise.resolve(small);
  }
}

let packing: Promise<void> = Promise.resolve();

/** As small as brotli gets, one after the other: for files that stay as they are until the next build. */
export function pack(bytes: Buffer): void {
  packing = packing
    .then(async () => {
      const small = await encode(bytes, "br", "smallest");
      forms(bytes).br = Promise.resolve(small);
    })
    .catch(() => {}); // the quick one stays
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
