/** Type of a file on the local disk. */
import { open } from "node:fs/promises";
import { SIGNATURE_BYTES, typeOfBytes } from "#shared/rules/file-types.ts";
import type { FileType } from "#shared/rules/image-types.ts";

/** Reads the type from the first bytes, whatever the file is called; undefined if they are those of no type with a signature. */
export async function typeOfLocalFile(path: string): Promise<FileType | undefined> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return typeOfBytes(buffer.toString("latin1", 0, bytesRead));
  } finally {
    await file.close();
  }
}
