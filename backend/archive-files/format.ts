/** Detects archive files by their first bytes, because they are stored as `.bin`. */
import { kindOf } from "#shared/rules/files.ts";

/** 7-Zip's names of the allowed formats; its other sixty parsers are never used. */
export type ArchiveFormat = "zip" | "7z" | "rar" | "rar5";

/** Bytes needed to identify a format. */
export const MAGIC_BYTES = 8;

const MAGIC: [ArchiveFormat, Buffer][] = [
  ["zip", Buffer.from("PK\x03\x04", "latin1")],
  ["zip", Buffer.from("PK\x05\x06", "latin1")], // without entries
  ["7z", Buffer.from("7z\xbc\xaf\x27\x1c", "latin1")],
  ["rar", Buffer.from("Rar!\x1a\x07\x00", "latin1")],
  ["rar5", Buffer.from("Rar!\x1a\x07\x01\x00", "latin1")],
];

/** @param head first bytes of a file, up to MAGIC_BYTES */
export function archiveFormat(head: Buffer): ArchiveFormat | undefined {
  return MAGIC.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0];
}

/** False for images, video and audio, whose bytes need not be read. */
export function mayBeArchive(ext: string): boolean {
  const kind = kindOf(ext);
  return kind !== "image" && kind !== "video" && kind !== "audio";
}
