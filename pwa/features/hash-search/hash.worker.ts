/** SHA-256 of files of any size, a mebibyte at a time, beside the page. */
import { createSHA256 } from "hash-wasm";
import type { HashAnswer, HashQuestion } from "./hash-messages.ts";

const CHUNK = 1024 * 1024;

const answer = (message: HashAnswer) => postMessage(message);
let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<HashQuestion>) => {
  // One after the other: they share the disk.
  last = last.then(() => hash(data)).catch(() => answer({ id: data.id, failed: true }));
});

async function hash({ id, file }: HashQuestion): Promise<void> {
  const hasher = await createSHA256();
  hasher.init();
  for (let at = 0; at < file.size; at += CHUNK) {
    const bytes = await file.slice(at, at + CHUNK).arrayBuffer();
    hasher.update(new Uint8Array(bytes));
    answer({ id, done: Math.min(at + CHUNK, file.size) });
  }
  answer({ id, hash: hasher.digest("hex") });
}
