/** Copies small files in a thread of its own, as an import calls for thousands of them a second (copier-thread.ts). */
import { createHash } from "node:crypto";
import { closeSync, fsync, openSync, readSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { parentPort } from "node:worker_threads";
import type { CopyReply, CopyRequest } from "./copier-thread.ts";
import { type HashedFile, HEAD_BYTES } from "./storage.ts";

const MAX_BYTES = 1024 * 1024;
/** Filled and read within one step, so that copies can share it. */
const SHARED = Buffer.allocUnsafe(MAX_BYTES);
const synced = promisify(fsync);

parentPort?.on("message", async (request: CopyRequest) => {
  parentPort?.postMessage(await replyTo(request));
});

async function replyTo({ id, file, target }: CopyRequest): Promise<CopyReply> {
  try {
    return { id, copied: await copySmall(file, target) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { id, fault: { message, code } };
  }
}

/**
 * Copies a file of less than `MAX_BYTES` synchronously: handing each step to yet another thread takes longer than the step.
 * @returns undefined if it is larger
 */
async function copySmall(from: number, target: string): Promise<HashedFile | undefined> {
  let size = 0;
  // Some network file systems give less than was asked for before the end of the file.
  for (let read = -1; read !== 0 && size < MAX_BYTES; size += read)
    read = readSync(from, SHARED, size, MAX_BYTES - size, size);
  if (size === MAX_BYTES) return undefined;
  const bytes = SHARED.subarray(0, size);
  const found = {
    hash: createHash("sha256").update(bytes).digest("hex"),
    size,
    head: Buffer.from(bytes.subarray(0, HEAD_BYTES)),
  };
  const to = openSync(target, "wx");
  try {
    writeFileSync(to, bytes);
    await synced(to);
  } finally {
    closeSync(to);
  }
  return found;
}
