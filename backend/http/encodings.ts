/** Content encodings: negotiation, and compression off the main thread. */
import { promisify } from "node:util";
import * as zlib from "node:zlib";

export type Encoding = "br" | "zstd" | "gzip";
/** Order of encodings with equal weight: smallest result first. */
const PREFERRED: readonly Encoding[] = ["br", "zstd", "gzip"];

/**
 * Chooses the encoding; undefined for none (RFC 9110, 12.5.3).
 * @param accept the Accept-Encoding header; empty if absent
 * @param offered available encodings
 */
export function chooseEncoding(accept: string, offered: readonly Encoding[]): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",").slice(0, 50)) {
    const [name = "", ...settings] = part.split(";").map((piece) => piece.trim());
    const q = settings.find((setting) => setting.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name !== "") weights.set(name === "x-gzip" ? "gzip" : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const ranked = PREFERRED.filter((name) => offered.includes(name) && weightOf(name) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  const best = ranked[0];
  // Identity wins only if listed explicitly with a higher weight.
  return best !== undefined && (weights.get("identity") ?? 0) > weightOf(best) ? undefined : best;
}

export type Effort = "quick" | "small" | "smallest";

const BROTLI: Record<Effort, number> = { quick: 4, small: 9, smallest: 11 };
const GZIP: Record<Effort, number> = { quick: 5, small: 9, smallest: 9 };
const ZSTD: Record<Effort, number> = { quick: 3, small: 9, smallest: 19 };
const CHUNK = 256 * 1024;

/** @param effort quick for single use (Brotli level 4: about gzip's speed and smaller), small for cached texts, smallest for files that never change */
export async function encode(bytes: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === "br")
    return await promisify(zlib.brotliCompress)(bytes, {
      chunkSize: CHUNK,
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI[effort],
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  if (encoding === "gzip")
    return await promisify(zlib.gzip)(bytes, { level: GZIP[effort], chunkSize: CHUNK });
  const { zstdCompress, constants } = NATIVE;
  if (zstdCompress === undefined) throw new Error("This version of Node.js has no zstd.");
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD[effort] };
  return await promisify(zstdCompress)(bytes, { chunkSize: CHUNK, params });
}

/** Zstd of Node.js 22.15 and later; missing in the types of the version built for. */
interface Zstd {
  zstdCompress?: (
    bytes: Buffer,
    options: object,
    done: (error: Error | null, result: Buffer) => void,
  ) => void;
  constants: { ZSTD_c_compressionLevel: number };
}

const NATIVE = zlib as unknown as Zstd;
export const HAS_ZSTD = NATIVE.zstdCompress !== undefined;
