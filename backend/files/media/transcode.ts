/** Converts a video to an MP4 that every browser plays: H.264 and AAC, at most 720p. */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { MediaDetails, Rendition } from "#shared/entities/media-details.ts";
import { MediaError, type ProgramLimits, runProgram } from "../run-program.ts";
import { ffmpegArguments } from "./ffmpeg.ts";
import { unfinished } from "./media-files.ts";
import { mediaSource } from "./media-format.ts";
import { type MediaReader, type Size, within } from "./read-media.ts";

/** Codecs that common browsers play; ffmpeg's names. */
export const PLAYED_VIDEO = ["av1", "h264", "vp8", "vp9"];
export const PLAYED_AUDIO = ["aac", "flac", "mp3", "opus", "vorbis"];

/** Time for a second of video, for any video, and for the longest. */
const SECONDS_PER_SECOND = 60;
const MIN_SECONDS = 600;
const MAX_SECONDS = 24 * 3_600;
const MAX_MEMORY = 1024 ** 3;
/** Box of a wide video in pixels; of a tall one turned. */
const BOX = { width: 1280, height: 720 };
export const MAX_RENDITION_BYTES = 8 * 1024 ** 3;
const VIDEO = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"];
const BITRATE = ["-maxrate", "4M", "-bufsize", "8M", "-fpsmax", "60"];
const AUDIO = ["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000"];
/** The index is in front, so that it plays before all of it is there. */
const CONTAINER = ["-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4"];

export interface Transcoding {
  /** Local path of the original, and the extension that it is stored with. */
  path: string;
  ext: string;
  details: MediaDetails;
  /** Local path of the MP4, which appears when it is complete. */
  target: string;
}

export function limitsFor({ duration = 0 }: MediaDetails): ProgramLimits {
  const seconds = Math.min(MAX_SECONDS, MIN_SECONDS + SECONDS_PER_SECOND * duration);
  return { milliseconds: Math.ceil(seconds * 1_000), bytes: MAX_MEMORY };
}

/** @throws MediaError if it cannot be converted */
export async function transcode(
  { path, ext, details, target }: Transcoding,
  { ffmpeg, limits, signal }: MediaReader,
): Promise<Rendition> {
  const { width, height } = details;
  if (width === undefined || height === undefined)
    throw new MediaError("The size of its picture is unknown.");
  const size = evenSize(within({ width, height }, width >= height ? BOX : turned(BOX)));
  const filters = [`scale=${size.width}:${size.height}`, "setsar=1", "format=yuv420p"];
  const part = unfinished(target);
  const args = [
    ...["-map", "0:V:0", "-map", "0:a:0?", "-vf", filters.join(), "-threads", "1"],
    ...[...VIDEO, ...BITRATE, ...AUDIO, ...CONTAINER, "-fs", String(MAX_RENDITION_BYTES), "-y"],
  ];
  const source = await mediaSource(path, ext);
  await mkdir(dirname(target), { recursive: true });
  await rm(part, { force: true }); // ffmpeg of a worker that was killed may still write to it
  const to = { output: `file:${part}`, cpuSeconds: Math.ceil(limits.milliseconds / 1_000) };
  try {
    await runProgram(ffmpeg.ffmpeg, ffmpegArguments(source, args, [], to), {
      ...{ signal, limits, maxBytes: 0 },
      onBytes: () => {},
    });
    const { size: bytes } = await stat(part).catch(() => {
      throw new MediaError("It was deleted meanwhile.");
    });
    // ffmpeg stops there as if the video ended.
    if (bytes >= 0.98 * MAX_RENDITION_BYTES) throw new MediaError("It has too much in it.");
    await rename(part, target);
    return { bytes, ...size };
  } finally {
    await rm(part, { force: true });
  }
}

const turned = ({ width, height }: Size) => ({ width: height, height: width });
/** H.264 has no odd sizes. */
const evenSize = ({ width, height }: Size) => ({ width: even(width), height: even(height) });
const even = (length: number) => Math.max(2, 2 * Math.round(length / 2));
