/** Starts, monitors and ends the reader process (reader.mjs). */
import { type ChildProcess, spawn } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { residentBytes } from "../resident-bytes.ts";
import type { ArchiveFormat } from "./format.ts";
import { Answer, ArchiveError, BusyError, type Fault, type Reading } from "./reader-output.ts";

export interface Limits {
  /** Time from the start of the process to its response. */
  milliseconds: number;
  /** Resident memory of the process, where the system reports it (Linux). */
  bytes: number;
  /** Memory the parser may allocate; enforced on every system. */
  parserBytes: number;
  entries: number;
  nameBytes: number;
}

export const LIMITS: Limits = {
  milliseconds: 5_000,
  bytes: 256 * 1024 ** 2,
  parserBytes: 160 * 1024 ** 2,
  entries: 100_000,
  nameBytes: 1024 ** 2,
};

const WASM_PAGE = 65_536;
const MAX_ANSWER = 10 * 1024 ** 2; // names of 1 MB, each byte escaped, and 100,000 sizes
const WATCH_INTERVAL_MS = 50;
const STOPPED: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);
const CPU_LIMIT = 'ulimit -t 10; exec "$0" "$@"';
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
  password?: string;
}

/**
 * Reads an archive file in a new process, which has ended when this returns.
 * @param program URL of reader.mjs
 * @throws ArchiveError, BusyError if it was stopped from outside
 */
export async function readInProcess(
  program: URL,
  { localPaths, names, main, format, password }: Job,
  limits = LIMITS,
): Promise<Reading> {
  const opened: FileHandle[] = [];
  try {
    for (const path of localPaths) opened.push(await open(path, "r"));
    const child = start(
      fileURLToPath(program),
      opened.map(({ fd }) => fd),
    );
    const job = {
      module: PARSER,
      names: names.map((name) => name ?? null),
      main,
      format,
      password,
      memoryPages: Math.floor(limits.parserBytes / WASM_PAGE),
      maxEntries: limits.entries,
      maxNameBytes: limits.nameBytes,
    };
    return await answerOf(child, JSON.stringify(job), limits);
  } finally {
    for (const file of opened) await file.close();
  }
}

/**
 * The process may read only itself and the parser; it may not write or start anything, and its environment is empty.
 */
function start(program: string, files: number[]): ChildProcess {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const flags = [
    permission,
    "--disable-warning=ExperimentalWarning",
    "--max-old-space-size=96",
    `--allow-fs-read=${program}`,
    `--allow-fs-read=${dirname(PARSER)}/*`,
  ];
  // If this server dies, nothing stops the process: the CPU limit makes the system end it.
  const [command, ...before] =
    process.platform === "win32" ? [process.execPath] : ["/bin/sh", "-c", CPU_LIMIT, process.execPath];
  return spawn(command ?? "", [...before, ...flags, program], {
    stdio: ["pipe", "pipe", "ignore", ...files],
    env: {},
    cwd: "/",
  });
}

async function answerOf(child: ChildProcess, job: string, limits: Limits): Promise<Reading> {
  let fault: Fault | undefined;
  const kill = (reason: Fault) => {
    fault ??= reason;
    child.kill("SIGKILL");
  };
  const deadline = setTimeout(kill, limits.milliseconds, "too slow");
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > limits.bytes) kill("too large");
  }, WATCH_INTERVAL_MS);
  try {
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout?.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MAX_ANSWER) kill("too large");
      else parts.push(part);
    });
    child.stdin?.on("error", () => {}); // it died before reading
    child.stdin?.end(job);
    const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (_code, by) => resolve(by));
    });
    if (fault !== undefined) throw new ArchiveError(fault);
    // Stopping the server from a terminal also stops its child processes, so the signal is not a fault of the archive
    // file.
    if (signal !== null && STOPPED.has(signal)) throw new BusyError("The reading was stopped.");
    return parseOutput(Buffer.concat(parts).toString("utf8"));
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
  }
}

function parseOutput(text: string): Reading {
  let output: unknown;
  try {
    output = JSON.parse(text);
  } catch {
    throw new ArchiveError("crashed");
  }
  const answer = Answer.safeParse(output);
  if (!answer.success) throw new ArchiveError("crashed");
  if ("fault" in answer.data) throw new ArchiveError(answer.data.fault);
  return answer.data;
}
