/** Type of a file inside an archive file, whose name may say anything. */
import { typeOfExtension, typeOfMedia } from "../rules/file-types.ts";
import { extensionOf } from "../rules/files.ts";

/** Bytes at the beginning of a file by which its type is detected. */
export const TYPE_BYTES = 4100;

export interface EntryType {
  type: string;
  /** Shown by browsers; false if it is only downloaded. */
  inline: boolean;
}

/** Control characters of texts: tab, line breaks, form feed and escape. */
const IN_TEXTS = new Set([9, 10, 11, 12, 13, 27]);
const SPACE = 32;
const UTF16_MARKS = ["\xff\xfe", "\xfe\xff"];

/**
 * Text is only downloaded: it states no encoding.
 * @param head its first TYPE_BYTES
 * @param name decides about audio whose first bytes are a long tag
 * @param detect `fileTypeFromBuffer` of file-type
 */
export async function entryType(
  head: Uint8Array,
  name: string,
  detect: (head: Uint8Array) => Promise<{ mime: string } | undefined>,
): Promise<EntryType> {
  const start = String.fromCharCode(...head.subarray(0, 3));
  if (UTF16_MARKS.some((mark) => start.startsWith(mark))) return { type: "text/plain", inline: false }; // MPEG audio may begin with the same bits
  const found = typeOfMedia((await detect(head))?.mime ?? "");
  if (found?.inline === true) return { type: found.types[0], inline: true };
  const isText = head.every((byte) => byte >= SPACE || IN_TEXTS.has(byte));
  if (isText) return { type: "text/plain", inline: false };
  const named = typeOfExtension(extensionOf(name));
  const isTagged = start === "ID3" && named?.kind === "audio";
  return isTagged
    ? { type: named.types[0], inline: true }
    : { type: "application/octet-stream", inline: false };
}
