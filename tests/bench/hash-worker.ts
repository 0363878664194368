/** Runs in a worker of the browser: the app's own hashing of files, and hashers fed from memory. */
import { Sha256 } from "@aws-crypto/sha256-js";
import { sha256 as noble } from "@noble/hashes/sha2.js";
import { createSHA256 } from "hash-wasm";
import { sha256 as js } from "js-sha256";
import { digest } from "../../pwa/features/search/hash-search/hashing/digest.ts";
import { Sha256 as OwnSha256 } from "../../pwa/lib/sha256/sha256.ts";

const CHUNK = 1024 * 1024;

/** Hash implementations; all but the first two hash one mebibyte of memory again and again. */
export type Hasher =
  | "ours"
  | "ours in pieces"
  | "ours from memory"
  | "hash-wasm"
  | "js-sha256"
  | "@noble/hashes"
  | "@aws-crypto/sha256-js";

export interface HashTask {
  hasher: Hasher;
  /** For the first two. */
  file?: File;
  /** Number of bytes of memory to hash. */
  bytes?: number;
}

export interface HashTime {
  ms: number;
  /** Hash of a file. */
  hash?: string;
  problem?: string;
}

async function fromMemory(hasher: Hasher, bytes: number): Promise<void> {
  const chunk = new Uint8Array(CHUNK).fill(7);
  const { update, end } = await start(hasher);
  for (let at = 0; at < bytes; at += CHUNK) update(chunk);
  end();
}

async function start(hasher: Hasher): Promise<{ update: (bytes: Uint8Array) => void; end: () => void }> {
  if (hasher === "ours from memory") {
    const hash = new OwnSha256();
    return { update: (bytes) => hash.update(bytes), end: () => void hash.digest() };
  }
  if (hasher === "hash-wasm") {
    const hash = await createSHA256();
    hash.init();
    return { update: (bytes) => void hash.update(bytes), end: () => void hash.digest() };
  }
  if (hasher === "@noble/hashes") {
    const hash = noble.create();
    return { update: (bytes) => void hash.update(bytes), end: () => void hash.digest() };
  }
  if (hasher === "@aws-crypto/sha256-js") {
    const hash = new Sha256();
    return { update: (bytes) => hash.update(bytes), end: () => void hash.digestSync() };
  }
  const hash = js.create();
  return { update: (bytes) => void hash.update(bytes), end: () => void hash.hex() };
}

addEventListener("message", async ({ data: { hasher, file, bytes = 0 } }: MessageEvent<HashTask>) => {
  const begun = performance.now();
  const time: Partial<HashTime> = {};
  try {
    if (file === undefined) await fromMemory(hasher, bytes);
    else time.hash = (await digest(file, hasher === "ours" ? {} : { whole: -1 })).hash;
  } catch (error) {
    time.problem = String(error);
  }
  postMessage({ ...time, ms: performance.now() - begun });
});
