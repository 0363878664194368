/** SHA-256 piece by piece. Makers are kept: each is a WebAssembly instance. */
import { createSHA256 } from "hash-wasm";

type Hasher = Awaited<ReturnType<typeof createSHA256>>;

const idle: Hasher[] = [];

/** Lends a fresh hasher for as long as `use` runs. */
export async function withHasher<T>(use: (hasher: Hasher) => Promise<T>): Promise<T> {
  const hasher = idle.pop() ?? (await createSHA256());
  hasher.init();
  try {
    return await use(hasher);
  } finally {
    idle.push(hasher);
  }
}

export type { Hasher };
