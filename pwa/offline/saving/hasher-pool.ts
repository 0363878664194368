/** Incremental SHA-256. Hashers are reused: each is a WebAssembly instance. */
import { Sha256 } from "../../lib/sha256/sha256.ts";

const idle: Sha256[] = [];

/** Lends a fresh hasher while `use` runs. */
export async function withHasher<T>(use: (hasher: Sha256) => Promise<T>): Promise<T> {
  const hasher = idle.pop() ?? new Sha256();
  hasher.start();
  try {
    return await use(hasher);
  } finally {
    idle.push(hasher);
  }
}
