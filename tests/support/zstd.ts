/** Missing in the types of the Node.js built for, and before Node.js 22.15. */
import * as zlib from "node:zlib";

export const zstdDecompress = (bytes: Buffer): Buffer =>
  (zlib as unknown as { zstdDecompressSync: (bytes: Buffer) => Buffer }).zstdDecompressSync(bytes);
