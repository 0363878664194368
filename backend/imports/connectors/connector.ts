/** Runs a connector (docs/connectors.md), the program of one import, in its own folder and process group. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { filesOf } from "#backend/imports/formats/lib/recognize.ts";
import { foundOf, LineFault, linesOf, messageOf, OutputTooLarge } from "./output.ts";
import { type GroupLimits, killGroup, passedLimit } from "./process-group.ts";
import type { Job, Manifest, Message } from "./protocol.ts";
import { EgressProxy, type ProxyOptions } from "./proxy.ts";
import { redactor } from "./redact.ts";

export interface RunLimits extends GroupLimits {
  milliseconds: number;
  outputBytes: number;
  lineBytes: number;
  /** Limit of lines that are not messages. */
  faults: number;
  logLines: number;
}

export const RUN_LIMITS: RunLimits = {
  milliseconds: 12 * 3600_000,
  memoryBytes: 1024 ** 3,
  diskBytes: 50 * 1024 ** 3,
  outputBytes: 4 * 1024 ** 3,
  lineBytes: 16 * 1024 ** 2,
  faults: 1_000,
  logLines: 10_000,
};
const LOG_LINE = 2_000;

export interface RunOptions {
  manifest: Manifest;
  job: Job;
  /** Absolute path. Created for the run and deleted after it. */
  folder: string;
  /** Ends the run with `failed`. */
  signal: AbortSignal;
  proxy?: Pick<ProxyOptions, "lookup" | "loopbackPort" | "limits">;
  /** A PEM file of certificate authorities that the connector trusts in place of the usual ones. */
  caFile?: string;
  limits?: Partial<RunLimits>;
  /**
   * Reading resumes when the promise settles. Read files through `downloads`, until the run ends.
   * An error ends the run and is rethrown.
   */
  onRecord(record: Found, downloads: Downloads): Promise<void> | void;
  /** One line, without the key. */
  onLog(line: string): void;
  /** A file that the service no longer has or denies; without the key. */
  onMissing(file: string): void;
  /** Called after `onRecord` has handled all earlier records. */
  onState(state: unknown): Promise<void> | void;
}

export type RunResult =
  | { kind: "done" | "invalid_key" | "human_check" }
  | {
      kind: "failed";
      reason: string;
      /** Minimum seconds before the next attempt. */
      retryAfter?: number;
    };

/** @throws errors of the callbacks; failures of the connector are results */
export async function runConnector(options: RunOptions): Promise<RunResult> {
  if (options.signal.aborted) return { kind: "failed", reason: "stopped" };
  if (!options.manifest.services.includes(options.job.service))
    return { kind: "failed", reason: `${options.manifest.name} has no ${options.job.service}` };
  await rm(options.folder, { recursive: true, force: true });
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  try {
    return await new Run(options, await Downloads.open(options.folder)).run();
  } finally {
    // The folder may contain the key.
    await rm(options.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

class Run {
  readonly #options: RunOptions;
  readonly #downloads: Downloads;
  readonly #limits: RunLimits;
  readonly #redact: (text: string) => string;
  readonly #ended = new AbortController();
  #result: RunResult | undefined;
  /** Reason why it was killed. */
  #killed: string | undefined;
  #faults = 0;
  #logged = 0;

  constructor(options: RunOptions, downloads: Downloads) {
    this.#options = options;
    this.#downloads = downloads;
    this.#limits = { ...RUN_LIMITS, ...options.limits };
    this.#redact = redactor([options.job.key, ...Object.values(options.job.inputs ?? {})]);
  }

  async run(): Promise<RunResult> {
    const { manifest, proxy: options } = this.#options;
    const onRefused = (reason: string) => this.#log(`The proxy refused a connection: ${reason}`);
    const proxy = await EgressProxy.start({ ...options, hosts: manifest.hosts, onRefused });
    try {
      return await this.#watch(start(this.#options, this.#limits, proxy.url));
    } finally {
      await proxy.close();
    }
  }

  async #watch(child: Child): Promise<RunResult> {
    const { signal, job, folder } = this.#options;
    const kill = (reason: string) => {
      this.#killed ??= reason;
      killGroup(child.pid);
    };
    const onAbort = () => kill("stopped");
    signal.addEventListener("abort", onAbort);
    const deadline = setTimeout(
      () => kill("it took longer than the limit allows"),
      this.#limits.milliseconds,
    );
    const exited = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(`the connector did not start: ${error.message}`));
      child.once("exit", (code, by) => resolve(`the connector ended with ${by ?? code} and no result`));
    });
    // Orphaned children keep the output open.
    void exited.then(() => killGroup(child.pid));
    const watched =
      child.pid === undefined ? undefined : passedLimit(child.pid, folder, this.#limits, this.#ended.signal);
    void watched?.then((reason) => reason && kill(`it needs ${reason}`));
    child.stdin.on("error", () => {}); // it exited before reading
    child.stdin.end(`${JSON.stringify(job)}\n`);
    if (signal.aborted) onAbort();
    try {
      await Promise.all([this.#readMessages(child.stdout, kill), this.#readErrors(child.stderr, kill)]);
      const end = await exited;
      if (this.#killed !== undefined) return { kind: "failed", reason: this.#killed };
      return this.#result ?? { kind: "failed", reason: end };
    } finally {
      killGroup(child.pid);
      signal.removeEventListener("abort", onAbort);
      clearTimeout(deadline);
      this.#ended.abort();
      await watched;
    }
  }

  async #readMessages(stream: Readable, kill: (reason: string) => void): Promise<void> {
    let number = 0;
    try {
      for await (const line of linesOf(stream, this.#limits)) {
        if (this.#killed !== undefined) return;
        number += 1;
        await this.#take(line, number, kill);
      }
    } catch (error) {
      if (!(error instanceof OutputTooLarge)) throw error;
      kill(`it writes ${error.message}`);
    }
  }

  async #take(line: string, number: number, kill: (reason: string) => void): Promise<void> {
    try {
      await this.#handle(line, number);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      this.#faults += 1;
      this.#log(`Line ${number} of the connector ${error.message}`);
      if (this.#faults > this.#limits.faults) kill("it writes too many lines that are no messages");
    }
  }

  async #handle(line: string, number: number): Promise<void> {
    const message = messageOf(line);
    if (this.#result !== undefined) throw new LineFault("comes after the result");
    if (message.type === "log") {
      this.#log(message.message);
    } else if (message.type === "missing") {
      this.#options.onMissing(this.#line(message.file));
    } else if (message.type === "result") {
      this.#result = this.#resultOf(message);
    } else {
      if (this.#redact(line) !== line) throw new LineFault("repeats the key");
      if (message.type === "state") await this.#options.onState(message.state);
      else await this.#record(foundOf(message, this.#options.job, `line ${number}`));
    }
  }

  #resultOf(message: Extract<Message, { type: "result" }>): RunResult {
    const { result: kind, reason = "the connector gave no reason", retry_after: retryAfter } = message;
    if (kind !== "failed") return { kind };
    return { kind, reason: this.#line(reason), ...(retryAfter === undefined ? {} : { retryAfter }) };
  }

  /** Deletes files once they are stored, so that the folder stays small even for large accounts. */
  async #record(record: Found): Promise<void> {
    await this.#options.onRecord(record, this.#downloads);
    for (const { entry } of filesOf(record)) {
      // Opening it first rejects paths that leave the folder.
      const opened = await this.#downloads.openFile(entry.path).catch(() => undefined);
      if (opened === undefined) continue;
      await opened.handle.close();
      await rm(join(this.#options.folder, entry.path), { force: true });
    }
  }

  async #readErrors(stream: Readable, kill: (reason: string) => void): Promise<void> {
    try {
      for await (const line of linesOf(stream, this.#limits)) if (line.trim() !== "") this.#log(line);
    } catch (error) {
      if (!(error instanceof OutputTooLarge)) throw error;
      kill(`it writes ${error.message}`);
    }
  }

  /** Redacts before truncating: a truncated key would not be recognized. */
  #line(text: string): string {
    // Control characters could forge log lines or manipulate a terminal.
    return this.#redact(text)
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, LOG_LINE);
  }

  #log(text: string): void {
    this.#logged += 1;
    if (this.#logged > this.#limits.logLines + 1) return;
    const isLast = this.#logged === this.#limits.logLines + 1;
    this.#options.onLog(isLast ? "Further log lines are left out." : this.#line(text));
  }
}

/** Node.js 24 and newer reserve 575 MB of data at their start, without using them. */
const RESERVED_BYTES = 768 * 1024 ** 2;

/** No core dumps, which would contain the key; the kernel limits data and file sizes. */
const LIMITED = 'umask 077; ulimit -c 0; ulimit -d "$1"; ulimit -f "$2"; shift 2; exec "$@"';

function start({ manifest, folder, caFile }: RunOptions, limits: RunLimits, proxy: string): Child {
  const kib = String(Math.ceil((limits.memoryBytes + RESERVED_BYTES) / 1024));
  const blocks = String(Math.ceil(limits.diskBytes / 512));
  const [program = "", ...args] =
    process.platform === "win32"
      ? manifest.command
      : ["/bin/sh", "-c", LIMITED, manifest.name, kib, blocks, ...manifest.command];
  const ca = caFile && { NODE_EXTRA_CA_CERTS: caFile, SSL_CERT_FILE: caFile, REQUESTS_CA_BUNDLE: caFile };
  return spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
      ...{ HTTPS_PROXY: proxy, https_proxy: proxy, HTTP_PROXY: proxy, http_proxy: proxy },
      ...ca,
    },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true, // a process group of its own
  });
}
