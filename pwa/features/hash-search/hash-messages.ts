/** Between the page and the worker that computes hashes. */

export interface HashQuestion {
  id: number;
  file: Blob;
}

/** How many bytes are done, then the SHA-256 in 64 hex digits; or that the file could not be read. */
export type HashAnswer = { id: number } & ({ done: number } | { hash: string } | { failed: true });
