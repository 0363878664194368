import { getFileTexts, MAX_HASHES } from "#shared/contracts/files.ts";
import type { FileText } from "#shared/entities/picture-text.ts";
import { callV2 } from "./call-v2.ts";
import { HttpError } from "./errors.ts";

/**
 * Texts in images; those without are left out. A server that does not answer them, as an older one, has none.
 * @param hashes of the images
 * @throws NetworkError, TimeoutError
 */
export async function fileTexts(hashes: readonly string[], signal: AbortSignal): Promise<FileText[]> {
  const texts: FileText[] = [];
  for (let at = 0; at < hashes.length; at += MAX_HASHES) {
    const body = { hashes: hashes.slice(at, at + MAX_HASHES) };
    const found = await callV2(getFileTexts, { body, signal }).catch((error: unknown) => {
      if (error instanceof HttpError) return [];
      throw error;
    });
    texts.push(...found);
  }
  return texts;
}
