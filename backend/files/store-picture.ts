import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes atomically. */
export async function storePicture(picture: Uint8Array, target: string): Promise<void> {
  const waiting = `${target}.${randomBytes(6).toString("hex")}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeFile(waiting, picture);
    await rename(waiting, target);
  } catch (error) {
    await rm(waiting, { force: true });
    throw error;
  }
}
