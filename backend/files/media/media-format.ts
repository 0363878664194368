/** Recognizes videos and audio files by their content. */
import { kindOf } from "#shared/rules/file-types.ts";
import { readHead } from "../file-type.ts";
import { contentTypeOfBytes } from "../names.ts";
import { MediaError } from "../run-program.ts";
import { HEAD_BYTES } from "../storage.ts";
import type { MediaSource } from "./ffmpeg.ts";

/** Formats of ffmpeg by the media type of the content. */
export const FORMATS: Record<string, string> = {
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
/**
 * @param ext of the stored file
 * @throws MediaError if the content is not that of a video or audio file
 */
export async function mediaSource(path: string, ext: string): Promise<MediaSource> {
  const { type } = await contentTypeOfBytes(await readHead(path, HEAD_BYTES), `file${ext}`);
  const format = FORMATS[type];
  if (format === undefined) throw new MediaError(`It is no ${kindOf(ext) ?? "video"}.`);
  return { path, format };
}
