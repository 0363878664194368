/** Detects archive files by their first bytes, because they are stored as `.bin`. */
import { kindOf, SIGNATURE_BYTES, typeOfBytes } from "../rules/file-types.ts";

/** 7-Zip's names of the allowed formats; its other sixty parsers are never used. */
export type ArchiveFormat = "zip" | "7z" | "rar" | "rar5";

/** Bytes needed to identify a format. */
export const MAGIC_BYTES = SIGNATURE_BYTES;

const FORMATS: Record<string, ArchiveFormat> = { ".zip": "zip", ".7z": "7z", ".rar": "rar" };
/** Byte of a RAR signature with the major version. */
const RAR_VERSION_AT = 6;

/** @param head first bytes of a file, up to MAGIC_BYTES */
export function archiveFormat(head: Uint8Array): ArchiveFormat | undefined {
  const text = String.fromCharCode(...head.subarray(0, MAGIC_BYTES));
  const format = FORMATS[typeOfBytes(text)?.extensions[0] ?? ""];
  return format === "rar" && head[RAR_VERSION_AT] === 1 ? "rar5" : format;
}

/** False for images, video and audio, whose bytes need not be read. */
export function mayBeArchive(ext: string): boolean {
  const kind = kindOf(ext);
  return kind !== "image" && kind !== "video" && kind !== "audio";
}
