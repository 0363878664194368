/** Recognizes videos and audio files by their content. */
import { open } from "node:fs/promises";
import { kindOf, typeOfMedia } from "#shared/rules/file-types.ts";
import { HEAD_BYTES } from "../storage.ts";
import { MediaError, type MediaSource } from "./ffmpeg.ts";

/** Formats of ffmpeg by the media type of the content. */
const FORMATS: Record<string, string> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "audio/mp4": "mov",
  "video/webm": "matroska",
  "video/x-matroska": "matroska",
  "video/ogg": "ogg",
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/flac": "flac",
  "audio/wav": "wav",
};
/** By extension, of audio files whose first bytes are a long tag. */
const TAGGED: Record<string, string> = { ".mp3": "mp3", ".flac": "flac" };

/**
 * @param ext of the stored file
 * @throws MediaError if the content is not that of a video or audio file
 */
export async function mediaSource(path: string, ext: string): Promise<MediaSource> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const { fileTypeFromBuffer } = await import("file-type"); // with the first such file: it takes 12 MB of memory
    const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? "";
    const isTagged = head.toString("latin1", 0, 3) === "ID3";
    const format = FORMATS[typeOfMedia(mime)?.types[0] ?? ""] ?? (isTagged ? TAGGED[ext] : undefined);
    if (format === undefined) throw new MediaError(`It is no ${kindOf(ext) ?? "video"}.`);
    return { path, format };
  } finally {
    await file.close();
  }
}
