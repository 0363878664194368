/** Type of a file on the local disk. */
import { open } from "node:fs/promises";
import { SIGNATURE_BYTES, typeOfBytes } from "#shared/rules/file-types.ts";
import type { FileType } from "#shared/rules/image-types.ts";

/** Reads the first bytes of a file: as many as it has, at most `bytes`. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads the type from the first bytes, whatever the file is called; undefined if they are those of no type with a signature. */
export async function typeOfLocalFile(path: string): Promise<FileType | undefined> {
  return typeOfBytes((await readHead(path, SIGNATURE_BYTES)).toString("latin1"));
}
