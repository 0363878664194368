import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { zstdDecompress } from "#tests/support/zstd.ts";
import { chooseEncoding, type Encoding, encode, HAS_ZSTD } from "./encodings.ts";

test.each([
  ["", undefined],
  ["br, gzip", "br"],
  ["gzip", "gzip"],
  ["gzip, zstd", "zstd"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000", undefined],
  ["*", "br"],
  ["*;q=0.1, br;q=0", "zstd"],
  ["identity", undefined],
  ["identity;q=1, br;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=1.0", "gzip"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["br ; Q=0 , zstd", "zstd"],
  ["br;q=abc, gzip", "gzip"],
  [",,;q=1,", undefined],
])("Accept-Encoding %j is answered with %s", (accept, encoding) => {
  expect(chooseEncoding(accept, ["br", "zstd", "gzip"])).toBe(encoding);
});

test.each(["quick", "small"] as const)("%s encodings open to the same bytes", async (effort) => {
  const bytes = Buffer.from(
    Array.from({ length: 20_000 }, (_, n) => `name ${n % 1_700} 絵師 ${n}`).join(","),
  );
  const opened = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    ...(HAS_ZSTD ? { zstd: zstdDecompress } : {}),
  };
  for (const [encoding, open] of Object.entries(opened)) {
    const made = await encode(bytes, encoding as Encoding, effort);
    expect(open(made).equals(bytes)).toBe(true);
    expect(made.length).toBeLessThan(bytes.length / 3);
  }
});
