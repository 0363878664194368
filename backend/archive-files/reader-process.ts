/** Starts, serves and ends the reader process (reader.mjs). */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import type { Readable, Writable } from "node:stream";
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
import { type Message, messagesOf } from "./reader-messages.ts";
import { ArchiveError, BusyError, Failure, Reading, Unpacked } from "./reader-output.ts";

export interface Limits {
  /** Time from the archive file to the answer. */
  milliseconds: number;
  /** Resident memory of the process, where the system reports it (Linux). */
  bytes: number;
  /** Memory the parser may allocate; enforced on every system. */
  parserBytes: number;
  entries: number;
  nameBytes: number;
  /** Size of an unpacked file. */
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

const WATCH_INTERVAL_MS = 50;
const STOPPED: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);
/** Seconds of processor time, and no byte of a file. */
const SYSTEM_LIMITS = 'ulimit -t "$0"; ulimit -f 0; exec "$@"';
const MAX_CPU_SECONDS = String((2 * UNPACK_TIMEOUT_MS) / 1_000);
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
}

/** Files to unpack. */
export interface Wanted {
  /** Local paths of new files for the bytes. */
  outputs: readonly string[];
  /** Returns the index of the file for each output, null for none, given the names of all files; may throw. */
  choose: (names: readonly string[]) => readonly (number | null)[];
}

export interface ReaderOptions {
  /** URL of reader.mjs. */
  program: URL;
  /** Limits of its memory; the others belong to what it reads. */
  limits: Pick<Limits, "bytes" | "parserBytes">;
  /** Lets every other process go first. */
  isBackground?: boolean;
}

/** A process that reads one archive file. Started before it is needed, it waits for that file without keeping this one. */
export class Reader {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #maxBytes: number;
  readonly #ended: Promise<NodeJS.Signals | Error | null>;

  constructor({ program, limits, isBackground = false }: ReaderOptions) {
    this.#maxBytes = limits.bytes;
    this.#child = start(fileURLToPath(program), Math.floor(limits.parserBytes / WASM_PAGE));
    this.#ended = new Promise((resolve) => {
      this.#child.once("error", resolve);
      this.#child.once("exit", (_code, signal) => resolve(signal));
    });
    this.#child.stdin.on("error", () => {}); // it died before reading
    if (isBackground && this.#child.pid !== undefined) lowerPriority(this.#child.pid);
    this.#keepThisProcess(false);
  }

  /** Undefined once the process has ended, by itself or from outside. */
  get pid(): number | undefined {
    const { exitCode, signalCode, pid } = this.#child;
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }

  /**
   * Reads an archive file, and then ends the process.
   * @throws ArchiveError, BusyError if it was stopped from outside
   */
  async read(job: Job, limits = LIMITS): Promise<Reading> {
    return parseOutput(Reading, await this.#run(job, limits));
  }

  /**
   * Unpacks files of an archive file, as `read`.
   * @returns bytes of each; null for those left out, as are all but the first if one of them cannot be read
   */
  async unpack(job: Job, wanted: Wanted, limits = UNPACK_LIMITS): Promise<(number | null)[]> {
    return parseOutput(Unpacked, await this.#run(job, limits, wanted)).files;
  }

  /** @returns the answer; undefined if the process crashed */
  async #run(job: Job, limits: Limits, wanted?: Wanted): Promise<unknown> {
    let failure: unknown;
    const kill = (reason: unknown) => {
      failure ??= reason;
      this.end();
    };
    this.#keepThisProcess(true);
    const deadline = setTimeout(() => kill(new ArchiveError("too slow")), limits.milliseconds);
    const watch = setInterval(async () => {
      if ((await residentBytes(this.#child.pid)) > this.#maxBytes) kill(new ArchiveError("too large"));
    }, WATCH_INTERVAL_MS);
    const inputs: FileHandle[] = [];
    const outputs: FileHandle[] = [];
    try {
      for (const path of job.localPaths) inputs.push(await open(path, "r"));
      for (const path of wanted?.outputs ?? []) outputs.push(await open(path, "wx"));
      const answer = await this.#converse(job, limits, { inputs, outputs, wanted }).catch(kill);
      if (answer !== undefined) return answer; // it would first finish compiling, which takes longer than reading
      const end = await this.#ended;
      if (failure !== undefined) throw failure;
      if (end instanceof Error) throw end;
      // Stopping the server from a terminal also stops its child processes, so the signal is not a fault of the archive
      // file.
      if (end !== null && STOPPED.has(end)) throw new BusyError("The reading was stopped.");
      return undefined;
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      this.end();
      this.#child.stdin.destroy();
      this.#child.stdout.destroy();
      for (const file of [...inputs, ...outputs]) await file.close();
    }
  }

  /** Serves the process until it answers or ends. @returns its answer */
  async #converse(
    { names, main, format, password }: Job,
    limits: Limits,
    { inputs, outputs, wanted }: { inputs: FileHandle[]; outputs: FileHandle[]; wanted: Wanted | undefined },
  ): Promise<unknown> {
    const sizes = await Promise.all(inputs.map(async (file) => (await file.stat()).size));
    this.#send({
      names: names.map((name) => name ?? null),
      sizes,
      main,
      format,
      password,
      unpacks: wanted !== undefined,
      maxBytes: limits.fileBytes,
      maxEntries: limits.entries,
      maxNameBytes: limits.nameBytes,
    });
    for await (const { message, bytes } of messagesOf(this.#child.stdout)) {
      if ("answer" in message) return message.answer;
      if ("listed" in message) this.#send(wanted?.choose(parseOutput(Reading, message.listed).names) ?? []);
      else if ("read" in message) this.#child.stdin.write(await bytesAt(inputs, message.read));
      else await store(outputs, message.write, bytes, limits.fileBytes);
    }
    return undefined;
  }

  #send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #keepThisProcess(isKept: boolean): void {
    const name = isKept ? "ref" : "unref";
    this.#child[name]();
    for (const pipe of [this.#child.stdin, this.#child.stdout]) (pipe as Socket)[name]();
  }
}

/** @throws ArchiveError if the file has no such bytes */
async function bytesAt(
  inputs: readonly FileHandle[],
  { file, position, length }: Message<"read">,
): Promise<Buffer> {
  const found = await inputs[file]?.read(Buffer.allocUnsafe(length), 0, length, position);
  if (found?.bytesRead !== length) throw new ArchiveError("unreadable");
  return found.buffer;
}

async function store(
  outputs: readonly FileHandle[],
  { output, position }: Message<"write">,
  bytes: Buffer,
  maxBytes: number,
): Promise<void> {
  if (position + bytes.length > maxBytes) throw new ArchiveError("too large");
  await outputs[output]?.write(bytes, 0, bytes.length, position);
}

/**
 * The process may read only itself and the parser; it may not write or start anything, and its environment is empty.
 */
function start(program: string, memoryPages: number): ChildProcessByStdio<Writable, Readable, null> {
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
  // If this server dies, the pipes end; an endless loop then ends at the limit of processor time.
  const [command, ...before] =
    process.platform === "win32"
      ? [process.execPath]
      : ["/bin/sh", "-c", SYSTEM_LIMITS, MAX_CPU_SECONDS, process.execPath];
  return spawn(command ?? "", [...before, ...flags, program, PARSER, String(memoryPages)], {
    stdio: ["pipe", "pipe", "ignore"],
    env: {},
    cwd: "/",
  });
}

function parseOutput<S extends z.ZodType>(schema: S, output: unknown): z.output<S> {
  const failed = Failure.safeParse(output);
  if (failed.success) throw new ArchiveError(failed.data.fault);
  const answer = schema.safeParse(output);
  if (!answer.success) throw new ArchiveError("crashed");
  return answer.data;
}
