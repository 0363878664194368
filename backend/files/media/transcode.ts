/** Converts a video to an MP4 that every browser plays: H.264 and AAC, at most 720p. */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { MediaDetails, Rendition } from "#shared/entities/media-details.ts";
import { type FfmpegLimits, ffmpegArguments, MediaError, runProgram } from "./ffmpeg.ts";
import { mediaSource } from "./media-format.ts";
import { type MediaReader, within } from "./read-media.ts";

/** Codecs that common browsers play; ffmpeg's names. */
export const PLAYED_VIDEO = ["av1", "h264", "vp8", "vp9"];
export const PLAYED_AUDIO = ["aac", "flac", "mp3", "opus", "vorbis"];

/** One processor is busy that long at most. */
export const TRANSCODE_LIMITS: FfmpegLimits = { milliseconds: 12 * 3_600_000, bytes: 1024 ** 3 };
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
  const part = partOf(target);
  const args = [
    ...["-map", "0:V:0", "-map", "0:a:0?", "-vf", filters.join(), "-threads", "1"],
    ...[...VIDEO, ...BITRATE, ...AUDIO, ...CONTAINER, "-fs", String(MAX_RENDITION_BYTES), "-y"],
  ];
  const source = await mediaSource(path, ext);
  await mkdir(dirname(target), { recursive: true });
  const to = { output: `file:${part}`, cpuSeconds: Math.ceil(limits.milliseconds / 1_000) };
  try {
    await runProgram(ffmpeg.ffmpeg, ffmpegArguments(source, args, [], to), {
      ...{ signal, limits, maxBytes: 0 },
      onBytes: () => {},
    });
    const { size: bytes } = await stat(part);
    // ffmpeg stops there as if the video ended.
    if (bytes >= 0.98 * MAX_RENDITION_BYTES) throw new MediaError("It has too much in it.");
    await rename(part, target);
    return { bytes, ...size };
  } finally {
    await rm(part, { force: true });
  }
}

/** File that is being written, also by an attempt that was killed. */
export const partOf = (target: string) => `${target}.part`;

const turned = ({ width, height }: typeof BOX) => ({ width: height, height: width });
/** H.264 has no odd sizes. */
const evenSize = ({ width, height }: typeof BOX) => ({ width: even(width), height: even(height) });
const even = (length: number) => Math.max(2, 2 * Math.round(length / 2));
