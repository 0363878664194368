/** Starts, monitors and ends the reader process (reader.mjs). */
import { type ChildProcess, spawn } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { z } from "zod";
import type { ArchiveFormat } from "#shared/archive-files/format.ts";
import {
  MAX_ENTRIES,
  MAX_FILE_BYTES,
  MAX_NAME_BYTES,
  PARSER_PAGES,
  UNPACK_TIMEOUT_MS,
} from "#shared/archive-files/limits.ts";
import { lowerPriority } from "../files/run-program.ts";
import { residentBytes } from "../resident-bytes.ts";
import { ArchiveError, BusyError, Failure, Reading, Unpacked } from "./reader-output.ts";

export interface Limits {
  /** Time from the start of the process to its response. */
  milliseconds: number;
  /** Resident memory of the process, where the system reports it (Linux). */
  bytes: number;
  /** Memory the parser may allocate; enforced on every system. */
  parserBytes: number;
  entries: number;
  nameBytes: number;
  /** Size of an unpacked file; enforced by the system as well, where it can. */
  fileBytes: number;
}

const WASM_PAGE = 65_536;

export const LIMITS: Limits = {
  milliseconds: 5_000,
  bytes: 256 * 1024 ** 2,
  parserBytes: PARSER_PAGES * WASM_PAGE,
  entries: MAX_ENTRIES,
  nameBytes: MAX_NAME_BYTES,
  fileBytes: 0,
};

export const UNPACK_LIMITS: Limits = {
  ...LIMITS,
  milliseconds: UNPACK_TIMEOUT_MS,
  fileBytes: MAX_FILE_BYTES,
};

const MAX_ANSWER = 10 * 1024 ** 2; // names of 1 MB, each byte escaped, and 100,000 sizes
const WATCH_INTERVAL_MS = 50;
const NEWLINE = 10;
const STOPPED: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);
/** Seconds of processor time, and size of a file in blocks of 512 bytes. */
const SYSTEM_LIMITS = 'ulimit -t "$0"; ulimit -f "$1"; shift; exec "$@"';
const BLOCK = 512;
const PARSER = createRequire(import.meta.url).resolve("7z-wasm");

export interface Job {
  /** Local paths of the archive file, or of its parts. */
  localPaths: string[];
  /** Names of the files in the parser's folder; undefined joins a file to the previous one. */
  names: (string | undefined)[];
  /** Index of the file to open. */
  main: number;
  format: ArchiveFormat;
  /** Password to try; undefined only lists. */
  password?: string | undefined;
  /** Lets every other process go first. */
  isBackground?: boolean;
}

/**
 * Reads an archive file in a new process, which has ended when this returns.
 * @param program URL of reader.mjs
 * @throws ArchiveError, BusyError if it was stopped from outside
 */
export async function readInProcess(program: URL, job: Job, limits = LIMITS): Promise<Reading> {
  return parseOutput(Reading, await inProcess(program, job, { limits }));
}

/** Files to unpack. */
export interface Wanted {
  /** Local paths of new files for the bytes. */
  outputs: readonly string[];
  /** Returns the index of the file for each output, null for none, given the names of all files; may throw. */
  choose: (names: readonly string[]) => readonly (number | null)[];
}

/**
 * Unpacks files of an archive file in a new process, as `readInProcess`.
 * @returns bytes of each; null for those left out, as are all but the first if one of them cannot be read
 */
export async function unpackInProcess(
  program: URL,
  job: Job,
  { outputs, choose }: Wanted,
  limits = UNPACK_LIMITS,
): Promise<(number | null)[]> {
  const reply = (line: string) => JSON.stringify(choose(parseOutput(Reading, line).names));
  return parseOutput(Unpacked, await inProcess(program, job, { limits, outputs, reply })).files;
}

interface Setting {
  limits: Limits;
  outputs?: readonly string[];
  /** Called with the first line of output; returns a second line of input. */
  reply?: (line: string) => string;
}

/** @returns the last line of output */
async function inProcess(
  program: URL,
  { localPaths, names, main, format, password, isBackground = false }: Job,
  { limits, outputs = [], reply }: Setting,
): Promise<string> {
  const opened: FileHandle[] = [];
  try {
    for (const path of localPaths) opened.push(await open(path, "r"));
    for (const path of outputs) opened.push(await open(path, "wx"));
    const child = start(
      fileURLToPath(program),
      opened.map(({ fd }) => fd),
      limits,
    );
    if (isBackground && child.pid !== undefined) lowerPriority(child.pid);
    const job = {
      module: PARSER,
      names: names.map((name) => name ?? null),
      main,
      format,
      password,
      unpacks: outputs.length > 0,
      maxBytes: limits.fileBytes,
      memoryPages: Math.floor(limits.parserBytes / WASM_PAGE),
      maxEntries: limits.entries,
      maxNameBytes: limits.nameBytes,
    };
    return await outputOf(child, JSON.stringify(job), limits, reply);
  } finally {
    for (const file of opened) await file.close();
  }
}

/**
 * The process may read only itself and the parser; it may not write or start anything, and its environment is empty.
 */
function start(program: string, files: number[], { milliseconds, fileBytes }: Limits): ChildProcess {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const flags = [
    permission,
    "--disable-warning=ExperimentalWarning",
    "--max-old-space-size=96",
    `--allow-fs-read=${program}`,
    `--allow-fs-read=${fileURLToPath(new URL("../../shared/archive-files/parser.mjs", pathToFileURL(program)))}`, // the build has it in the program
    `--allow-fs-read=${dirname(PARSER)}/*`,
  ];
  // If this server dies, nothing stops the process: the limit of processor time makes the system end it.
  const seconds = String(2 * Math.ceil(milliseconds / 1_000));
  const blocks = String(Math.ceil(fileBytes / BLOCK));
  const [command, ...before] =
    process.platform === "win32"
      ? [process.execPath]
      : ["/bin/sh", "-c", SYSTEM_LIMITS, seconds, blocks, process.execPath];
  return spawn(command ?? "", [...before, ...flags, program], {
    stdio: ["pipe", "pipe", "ignore", ...files],
    env: {},
    cwd: "/",
  });
}

async function outputOf(
  child: ChildProcess,
  job: string,
  limits: Limits,
  reply: Setting["reply"],
): Promise<string> {
  let failure: Error | undefined;
  const kill = (reason: Error) => {
    failure ??= reason;
    child.kill("SIGKILL");
  };
  const deadline = setTimeout(() => kill(new ArchiveError("too slow")), limits.milliseconds);
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > limits.bytes) kill(new ArchiveError("too large"));
  }, WATCH_INTERVAL_MS);
  try {
    let parts: Buffer[] = [];
    let size = 0;
    let answer = reply;
    child.stdout?.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MAX_ANSWER) return kill(new ArchiveError("too large"));
      parts.push(part);
      if (answer === undefined || part.at(-1) !== NEWLINE) return;
      try {
        child.stdin?.end(`${answer(textOf(parts))}\n`);
      } catch (error) {
        kill(error as Error);
      }
      answer = undefined;
      parts = [];
    });
    child.stdin?.on("error", () => {}); // it died before reading
    child.stdin?.[reply === undefined ? "end" : "write"](`${job}\n`);
    const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (_code, by) => resolve(by));
    });
    if (failure !== undefined) throw failure;
    if (signal === "SIGXFSZ") throw new ArchiveError("too large");
    // Stopping the server from a terminal also stops its child processes, so the signal is not a fault of the archive
    // file.
    if (signal !== null && STOPPED.has(signal)) throw new BusyError("The reading was stopped.");
    return textOf(parts);
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
  }
}

const textOf = (parts: readonly Buffer[]) => Buffer.concat(parts).toString("utf8");

function parseOutput<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let output: unknown;
  try {
    output = JSON.parse(text);
  } catch {
    throw new ArchiveError("crashed");
  }
  const failed = Failure.safeParse(output);
  if (failed.success) throw new ArchiveError(failed.data.fault);
  const answer = schema.safeParse(output);
  if (!answer.success) throw new ArchiveError("crashed");
  return answer.data;
}
