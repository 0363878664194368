/** Finds ffmpeg and its arguments for hostile files (docs/decisions/0083-films.md). */
import { dirname, join } from "node:path";
import { canRun, onPath, type ProgramLimits, versionOf } from "../run-program.ts";

export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
  /** First line of `ffmpeg -version`. */
  version: string;
}

export const FFMPEG_LIMITS: ProgramLimits = { milliseconds: 300_000, bytes: 1024 ** 3 };
const MAX_PIXELS = 100_000_000;
/** Bytes of one allocation. */
const MAX_ALLOCATION = 512 * 1024 ** 2;
/** ffmpeg also ends by itself, should the worker be killed. */
const CPU_SECONDS = 900;

/**
 * Finds ffmpeg, and ffprobe beside it.
 * @param given path of ffmpeg; unset takes the one on the PATH
 * @returns undefined if one of them is missing or does not start
 */
export async function findFfmpeg(given?: string): Promise<Ffmpeg | undefined> {
  for (const ffmpeg of given ? [given] : onPath("ffmpeg")) {
    const ffprobe = join(dirname(ffmpeg), "ffprobe");
    if (!(await canRun(ffmpeg)) || !(await canRun(ffprobe))) continue;
    const version = await versionOf(ffmpeg, "-version");
    if (version !== undefined) return { ffmpeg, ffprobe, version };
  }
  return undefined;
}

/** A file, and the one way in which it is read: a playlist or a list of files in it would name others. */
export interface MediaSource {
  /** Absolute. */
  path: string;
  /** Name of ffmpeg's format: never guessed by ffmpeg. */
  format: string;
}

const inputOf = ({ path, format }: MediaSource) => [
  ...["-protocol_whitelist", "file", "-f", format, "-max_pixels", String(MAX_PIXELS)],
  ...["-threads", "1", "-i", `file:${path}`],
];
const COMMON = ["-hide_banner", "-v", "error", "-max_alloc", String(MAX_ALLOCATION)];

/**
 * Arguments of ffmpeg, which writes to its standard output.
 * @param before options of the input
 * @param to another output, and the processor time after which it ends by itself
 */
export const ffmpegArguments = (
  source: MediaSource,
  after: string[],
  before: string[] = [],
  { output, cpuSeconds } = { output: "pipe:1", cpuSeconds: CPU_SECONDS },
): string[] => [
  ...[...COMMON, "-nostdin", "-timelimit", String(cpuSeconds), "-filter_threads", "1"],
  ...[...before, ...inputOf(source), "-sn", "-dn", ...after, output],
];

/** Arguments of ffprobe, which answers in JSON. */
export const ffprobeArguments = ({ path, format }: MediaSource, entries: string): string[] => [
  ...[...COMMON, "-protocol_whitelist", "file", "-f", format],
  ...["-show_entries", entries, "-of", "json", `file:${path}`],
];
