/**
 * Runs programs of the system on hostile files: each run is a process of the lowest priority without the environment of the server,
 * killed when it takes too long, uses too much memory or writes too much.
 */
import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { access, constants as fileConstants } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { basename, delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { residentBytes } from "../resident-bytes.ts";

/** The file cannot be read as what it claims to be. */
export class MediaError extends Error {
  override name = "MediaError";
}

export interface ProgramLimits {
  /** Time limit of one run. */
  milliseconds: number;
  /** Resident memory, where the system reports it (Linux). */
  bytes: number;
}

const VERSION_TIMEOUT_MS = 20_000;
const WATCH_INTERVAL_MS = 50;
/** Bytes of messages that are read: the last one is the reason of a failure. */
const MAX_MESSAGES = 4_000;

/** Places where a program may be, by PATH. */
export const onPath = (program: string): string[] =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, program));

export const canRun = (file: string) =>
  access(file, fileConstants.X_OK).then(
    () => true,
    () => false,
  );

/** First line of what the program writes about itself; undefined if it does not start. */
export async function versionOf(program: string, option: string): Promise<string | undefined> {
  const run = promisify(execFile)(program, [option], { timeout: VERSION_TIMEOUT_MS, env: {} });
  const { stdout } = await run.catch(() => ({ stdout: "" }));
  return stdout.split("\n")[0]?.trim() || undefined;
}

export interface RunOptions {
  /** Kills it when the worker stops; then its reason is thrown. */
  signal: AbortSignal;
  limits: ProgramLimits;
  /** Receives what it writes. */
  onBytes(bytes: Buffer): void;
  /** Bytes that it may write. */
  maxBytes: number;
  /** Bytes that it reads from its standard input. */
  input?: Uint8Array;
  env?: Record<string, string>;
}

/** @throws MediaError with the reason */
export async function runProgram(
  program: string,
  args: string[],
  { signal, limits, onBytes, maxBytes, input, env = {} }: RunOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd: "/", env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {}); // it may end before it has read everything
  child.stdin.end(input);
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
    if (fault !== undefined || code !== 0) throw new MediaError(fault ?? reasonOf(program, messages));
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Returns what it writes. @throws MediaError with the reason */
export async function outputOf(
  program: string,
  args: string[],
  options: Omit<RunOptions, "onBytes">,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  await runProgram(program, args, { ...options, onBytes: (bytes) => parts.push(bytes) });
  return Buffer.concat(parts);
}

/** Lets every other process go first. It may have ended already. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {}
}

function ended(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
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
function reasonOf(program: string, messages: string): string {
  const last = messages.trim().split("\n").at(-1) ?? "";
  const text = last
    .slice(last.lastIndexOf("] ") + 1)
    .replace(/file:\S*:\s*/g, "")
    .trim();
  return `${basename(program)}: ${text.slice(0, 200) || "it ended without a message"}`;
}
