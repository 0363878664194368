/**
 * Runs ffmpeg and ffprobe on hostile files (docs/decisions/0083-films.md): each run is a process of the lowest priority that is
 * killed when it takes too long, uses too much memory or writes too much.
 */
import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { access, constants as fileConstants } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { residentBytes } from "../../resident-bytes.ts";

/** The file cannot be read as what it claims to be. */
export class MediaError extends Error {
  override name = "MediaError";
}

export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
  /** First line of `ffmpeg -version`. */
  version: string;
}

export interface FfmpegLimits {
  /** Time limit of one run. */
  milliseconds: number;
  /** Resident memory, where the system reports it (Linux). */
  bytes: number;
}

export const FFMPEG_LIMITS: FfmpegLimits = { milliseconds: 300_000, bytes: 1024 ** 3 };
const VERSION_TIMEOUT_MS = 20_000;
const WATCH_INTERVAL_MS = 50;
const MAX_PIXELS = 100_000_000;
/** Bytes of one allocation. */
const MAX_ALLOCATION = 512 * 1024 ** 2;
/** Bytes of messages that are read: the last one is the reason of a failure. */
const MAX_MESSAGES = 4_000;
/** ffmpeg also ends by itself, should the worker be killed. */
const CPU_SECONDS = 900;

/**
 * Finds ffmpeg, and ffprobe beside it.
 * @param given path of ffmpeg; unset takes the one on the PATH
 * @returns undefined if one of them is missing or does not start
 */
export async function findFfmpeg(given?: string): Promise<Ffmpeg | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const ffmpeg of given ? [given] : folders.map((folder) => join(folder, "ffmpeg"))) {
    const ffprobe = join(dirname(ffmpeg), "ffprobe");
    if (!(await canRun(ffmpeg)) || !(await canRun(ffprobe))) continue;
    const version = await versionOf(ffmpeg);
    if (version !== undefined) return { ffmpeg, ffprobe, version };
  }
  return undefined;
}

const canRun = (file: string) =>
  access(file, fileConstants.X_OK).then(
    () => true,
    () => false,
  );

async function versionOf(ffmpeg: string): Promise<string | undefined> {
  const run = promisify(execFile)(ffmpeg, ["-version"], { timeout: VERSION_TIMEOUT_MS, env: {} });
  const { stdout } = await run.catch(() => ({ stdout: "" }));
  return stdout.split("\n")[0]?.trim() || undefined;
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

export interface RunOptions {
  /** Kills it when the worker stops; then its reason is thrown. */
  signal: AbortSignal;
  limits: FfmpegLimits;
  /** Receives what it writes. */
  onBytes(bytes: Buffer): void;
  /** Bytes that it may write. */
  maxBytes: number;
}

/** @throws MediaError with the reason */
export async function runProgram(
  program: string,
  args: string[],
  { signal, limits, onBytes, maxBytes }: RunOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd: "/", env: {}, stdio: ["ignore", "pipe", "pipe"] });
  let fault: string | undefined;
  const kill = (reason?: string) => {
    fault ??= reason;
    child.kill("SIGKILL");
  };
  const onAbort = () => kill();
  signal.addEventListener("abort", onAbort, { once: true });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const deadline = setTimeout(kill, limits.milliseconds, "It takes too long.");
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > limits.bytes) kill("It takes too much memory.");
  }, WATCH_INTERVAL_MS);
  let written = 0;
  child.stdout.on("data", (bytes: Buffer) => {
    written += bytes.length;
    if (written > maxBytes) kill("It has too much in it.");
    else onBytes(bytes);
  });
  try {
    const { code, messages } = await ended(child);
    signal.throwIfAborted();
    if (fault !== undefined || code !== 0) throw new MediaError(fault ?? reasonOf(messages));
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Lets every other process go first. It may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {}
}

function ended(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ code: number | null; messages: string }> {
  let messages = "";
  child.stderr.on("data", (bytes: Buffer) => {
    messages = (messages + bytes.toString()).slice(-MAX_MESSAGES);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, messages }));
  });
}

/** The last message, without addresses of memory and paths of this machine. */
function reasonOf(messages: string): string {
  const last = messages.trim().split("\n").at(-1) ?? "";
  const text = last
    .slice(last.lastIndexOf("] ") + 1)
    .replace(/file:\S*:\s*/g, "")
    .trim();
  return `ffmpeg: ${text.slice(0, 200) || "it ended without a message"}`;
}
