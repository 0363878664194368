/** A child process that is restarted when it exits unexpectedly. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { stopByPid } from "./processes.ts";

const MIN_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 15_000;
/** A program that ran for this long is restarted without a longer delay. */
const STABLE_AFTER_MS = 30_000;
const MAX_QUOTED_LINES = 15;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** A program that could not be started, or that exited before it was ready. */
export class StartError extends Error {
  override name = "StartError";
  /** @param exitCode undefined if the program did not exit by itself */
  constructor(
    message: string,
    readonly exitCode?: number | undefined,
  ) {
    super(message);
  }
}

export interface Program {
  name: string;
  /** Program and arguments; evaluated before each start. */
  command(): Promise<string[]>;
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Opens an IPC channel, which closes when the supervisor has exited. */
  ipc?: boolean;
  /** Resolves once it serves; aborted when the child exits. */
  ready(dead: AbortSignal): Promise<void>;
  /** Called whenever it has become ready, except after the first start of `supervise`. */
  onReady?(): void;
  /** Called after a failed start, before the next one. */
  onFailedStart?(error: Error): Promise<void>;
  /** URL to poll; without a response for `timeoutMs` the program is restarted. */
  liveness?: { url: string; timeoutMs: number };
  /** Signals that stop it, each with its timeout in milliseconds. */
  stopWith: [NodeJS.Signals, number][];
  log(line: string): void;
}

export interface ManagedProcess {
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the program, waits until it is ready, and restarts it when it exits.
 * @throws if the first start fails
 */
export async function supervise(program: Program): Promise<ManagedProcess> {
  const child = await launch(program);
  try {
    await readyOrDead(program, child);
  } catch (error) {
    await end(program, child);
    throw error;
  }
  return restartOnExit(program, child);
}

/** Starts the program and restarts it whenever it exits, with growing delays; also if it never becomes ready. */
export function restartOnExit(program: Program, started?: ChildProcess): ManagedProcess {
  const stopping = new AbortController();
  let child = started;
  const running = run();
  const stopChecking = checkLiveness(program, () => child);
  return {
    pid: () => child?.pid,
    async stop() {
      stopping.abort();
      stopChecking();
      if (child !== undefined) await end(program, child);
      await running;
    },
  };

  async function run(): Promise<void> {
    let delay = MIN_RETRY_DELAY_MS;
    let isStarted = child !== undefined;
    let isFailing = false;
    for (;;) {
      const startedAt = Date.now();
      if (!isStarted) {
        const error = await start();
        if (error !== undefined && !stopping.signal.aborted) {
          if (!isFailing)
            program.log(`${error.message}\n${program.name} is started again from time to time.`);
          await program.onFailedStart?.(error);
        }
        isFailing = error !== undefined;
      }
      if (child !== undefined) await exitOf(child);
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > STABLE_AFTER_MS) delay = MIN_RETRY_DELAY_MS;
      if (!isFailing) program.log(`${program.name} ended unexpectedly; starting it again`);
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      delay = Math.min(delay * 2, MAX_RETRY_DELAY_MS);
      isStarted = false;
    }
  }

  /** @returns the reason if it did not become ready */
  async function start(): Promise<Error | undefined> {
    child = undefined;
    try {
      child = await launch(program);
      if (stopping.signal.aborted) await end(program, child);
      await readyOrDead(program, child);
      program.onReady?.();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** Kills a child that no longer responds; `supervise` restarts it. */
function checkLiveness(program: Program, current: () => ChildProcess | undefined): () => void {
  if (program.liveness === undefined) return () => {};
  const { url, timeoutMs } = program.liveness;
  let child = current();
  let answeredAt: number | undefined = Date.now();
  let timer: NodeJS.Timeout;
  const check = async () => {
    if (child !== current()) {
      child = current();
      answeredAt = undefined;
    }
    const answers = await fetch(url, { signal: AbortSignal.timeout(timeoutMs / 3) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) answeredAt = Date.now();
    else if (answeredAt !== undefined && Date.now() - answeredAt >= timeoutMs) {
      answeredAt = undefined;
      program.log(`${program.name} has not answered for ${timeoutMs / 1_000} s; restarting it`);
      if (child !== undefined) await end(program, child).catch((error: Error) => program.log(error.message));
    }
    if (!isStopped) timer = setTimeout(check, timeoutMs / 3);
  };
  let isStopped = false;
  timer = setTimeout(check, timeoutMs / 3);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Size of its log at the start of each program: messages quote what follows. */
const logStarts = new WeakMap<ChildProcess, number>();

async function launch(program: Program): Promise<ChildProcess> {
  const [file = "", ...args] = await program.command();
  const log = await openLog(program.logFile);
  const { size } = await log.stat();
  const stdio: StdioOptions = program.ipc ? ["ignore", log.fd, log.fd, "ipc"] : ["ignore", log.fd, log.fd];
  try {
    // A separate process group: Ctrl-C reaches the supervisor only, which then stops everything in order.
    const child = spawn(file, args, {
      cwd: program.cwd ?? "/",
      env: program.env ?? process.env,
      stdio,
      detached: true,
    });
    logStarts.set(child, size);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    return child;
  } finally {
    await log.close();
  }
}

async function readyOrDead(program: Program, child: ChildProcess): Promise<void> {
  const abort = new AbortController();
  const died = new Promise<never>((_, reject) => {
    const fail = async () => {
      abort.abort();
      const said = await lastLines(program.logFile, logStarts.get(child));
      reject(new StartError(`${program.name} did not start:\n${said}`, child.exitCode ?? undefined));
    };
    if (hasEnded(child)) void fail();
    else child.once("exit", fail);
  });
  const ready = program.ready(abort.signal).catch((error: unknown) => {
    if (abort.signal.aborted) return died; // names the reason
    throw error;
  });
  await Promise.race([ready, died]);
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function exitOf(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, "exit");
}

async function end(program: Program, child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const exited = exitOf(child);
  if (!(await stopByPid(child.pid, program.stopWith)))
    throw new Error(`${program.name} (pid ${child.pid}) cannot be stopped.`);
  await exited;
}

async function openLog(path: string) {
  await mkdir(dirname(path), { recursive: true });
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  return open(path, "a");
}

/** Last lines of a log, for messages. @param start bytes to skip */
async function lastLines(path: string, start = 0): Promise<string> {
  const text = await readFile(path).catch(() => Buffer.alloc(0));
  const lines = stripVTControlCharacters(text.subarray(start).toString()).trimEnd().split("\n");
  return lines.slice(-MAX_QUOTED_LINES).join("\n");
}
