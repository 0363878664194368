/**
 * Processes that decode images (decoder.ts): a small pool, reused, and killed when one hangs or uses too much memory.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { residentBytes } from "../resident-bytes.ts";
import { IS_BUILT, serverFile } from "../server-files.ts";

export interface DecoderLimits {
  /** Time limit per image; then its process is killed. */
  milliseconds: number;
  /** Resident memory of a process, where the system reports it (Linux); killed beyond it. */
  bytes: number;
  /** A process with more memory than this after an image is ended, because it may not release freed memory. */
  idleBytes: number;
  /** A process idle for this long is ended. */
  idleMilliseconds: number;
}

const MIB = 1024 ** 2;
export const LIMITS: DecoderLimits = {
  milliseconds: 20_000,
  bytes: 1_536 * MIB, // a progressive JPEG of 144 megapixels took 1,000
  idleBytes: 192 * MIB,
  idleMilliseconds: 30_000,
};
export const CONCURRENCY = 2;
const MAX_QUEUED = 500;
const WATCH_INTERVAL_MS = 50;
/** decoder.ts as the build makes it, or its source with tsx. */
const PROGRAM = IS_BUILT
  ? { file: serverFile("decoder.js"), node: [] }
  : {
      file: serverFile("files/decoder.ts"),
      node: ["--import", createRequire(import.meta.url).resolve("tsx")],
    };
const STOPPED: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);

export interface DecoderJob {
  /** Local path of the image. */
  source: string;
  maxPixels: number;
  /** Options of sharp; undefined for none. */
  thumbnail?: { resize: object; format: string; encoding: object };
  /** True to hash it as well. */
  hash?: boolean;
}

/** Pixels of an image as it is shown: upright. */
export interface PictureSize {
  width: number;
  height: number;
}

export interface Measured extends PictureSize {
  /** Average, as `#rrggbb`; undefined if the job did not ask for a hash or the image may be transparent. */
  color?: string;
  /** PDQ: 64 hex digits, and quality; undefined if the job did not ask for it or the image has none. */
  hash?: { bits: string; quality: number };
}

export interface Decoded extends Measured {
  /** The thumbnail, if the job asked for one. */
  picture?: Uint8Array;
}

type Answer = (Decoded | { fault: string }) & { resident: number };

/** The file is not a readable image. */
export class PictureError extends Error {
  override name = "PictureError";
}
/** The queue of thumbnails is full, or the server is stopping. */
export class BusyError extends Error {
  override name = "BusyError";
}

export class Decoders {
  readonly #limits: DecoderLimits;
  readonly #isBackground: boolean;
  readonly #idle = new Set<Decoder>();
  readonly #limit = new ConcurrencyLimit({
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED,
    busyError: () => new BusyError("Too many pictures are being made."),
  });

  /** @param isBackground processes of the lowest priority */
  constructor(limits: DecoderLimits, isBackground: boolean) {
    this.#limits = limits;
    this.#isBackground = isBackground;
  }

  /** Runs the work when a process is free. @throws BusyError; what the work throws */
  run<T>(work: (decode: (job: DecoderJob) => Promise<Decoded>) => Promise<T>): Promise<T> {
    return this.#limit.run(() => work((job) => this.#decode(job)));
  }

  async #decode(job: DecoderJob): Promise<Decoded> {
    const decoder = this.#take();
    const answer = await decoder.decode(job);
    if (answer.resident > this.#limits.idleBytes) decoder.end();
    else {
      this.#idle.add(decoder);
      decoder.startIdleTimer();
    }
    if ("fault" in answer) throw new PictureError(answer.fault);
    return answer;
  }

  #take(): Decoder {
    for (const decoder of this.#idle) {
      this.#idle.delete(decoder);
      return decoder;
    }
    const started: Decoder = new Decoder(this.#limits, this.#isBackground, () => this.#idle.delete(started));
    return started;
  }
}

/** A process that decodes one image at a time. */
class Decoder {
  readonly #child: ChildProcess;
  readonly #limits: DecoderLimits;
  readonly #onEnd: () => void;
  #idle: NodeJS.Timeout | undefined;

  /** @param onEnd called once it has ended, for any reason */
  constructor(limits: DecoderLimits, isBackground: boolean, onEnd: () => void) {
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#child = fork(PROGRAM.file, {
      execArgv: PROGRAM.node,
      env: {}, // without the secrets of the server's
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("error", () => {}); // handled in decode
    if (isBackground && this.#child.pid !== undefined)
      setPriority(this.#child.pid, constants.priority.PRIORITY_LOW);
    this.#child.once("exit", onEnd);
  }

  /** @throws PictureError if the process does not survive it; BusyError */
  async decode(job: DecoderJob): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#child.ref();
    this.#child.channel?.ref();
    let fault: string | undefined;
    const kill = (reason: string) => {
      fault ??= reason;
      this.end();
    };
    const deadline = setTimeout(kill, this.#limits.milliseconds, "That image takes too long.");
    const watch = setInterval(async () => {
      if ((await residentBytes(this.#child.pid)) > this.#limits.bytes)
        kill("That image takes too much memory.");
    }, WATCH_INTERVAL_MS);
    try {
      return await this.#answer(job);
    } catch (error) {
      throw fault === undefined ? error : new PictureError(fault);
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
    }
  }

  /** Ends it after the idle time; until then it does not keep the server running. */
  startIdleTimer(): void {
    this.#idle = setTimeout(() => this.end(), this.#limits.idleMilliseconds).unref();
    this.#child.unref();
    this.#child.channel?.unref();
  }

  end(): void {
    this.#onEnd();
    this.#child.kill("SIGKILL");
  }

  async #answer(job: DecoderJob): Promise<Answer> {
    const answered = new AbortController();
    const { signal } = answered;
    try {
      return await Promise.race([
        once(this.#child, "message", { signal }).then(([answer]) => answer as Answer),
        once(this.#child, "exit", { signal }).then(([, by]) =>
          Promise.reject(endedBy(by as NodeJS.Signals | null)),
        ),
        new Promise<never>((_, reject) => this.#child.send(job, (error) => error !== null && reject(error))),
      ]);
    } finally {
      answered.abort();
    }
  }
}

/** Stopping the server from a terminal also stops its child processes, so the signal is not a fault of the image. */
function endedBy(signal: NodeJS.Signals | null): Error {
  return signal !== null && STOPPED.has(signal)
    ? new BusyError("The process was stopped.")
    : new PictureError("The decoder crashed.");
}
