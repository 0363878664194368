/** A child process that is restarted when it exits unexpectedly. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopByPid } from "./processes.ts";

const MAX_RETRY_DELAY_MS = 15_000;
const WELL_AFTER = 30_000;
const BIGGEST_LOG = 10 * 1024 * 1024;

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

/** Starts the program, waits until it is ready, and restarts it when it exits. */
export async function supervise(program: Program): Promise<ManagedProcess> {
  let stopping = false;
  let pause = 250;
  let child = await launch(program);
  try {
    await readyOrDead(program, child);
  } catch (error) {
    await end(program, child);
    throw error;
  }

  const watch = (current: ChildProcess) => {
    const started = Date.now();
    const died = async () => {
      if (stopping) return;
      if (Date.now() - started > WELL_AFTER) pause = 250;
      program.log(`${program.name} ended unexpectedly; starting it again`);
      await sleep(pause);
      pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS);
      if (stopping) return;
      try {
        child = await launch(program);
        watch(child);
        await readyOrDead(program, child);
      } catch (error) {
        program.log(error instanceof Error ? error.message : String(error));
        if (child === current) void died(); // it failed to spawn
      }
    };
    if (hasEnded(current)) void died();
    else current.once("exit", died);
  };
  watch(child);
  const stopChecking = checkLiveness(program, () => child);

  return {
    pid: () => child.pid,
    async stop() {
      stopping = true;
      stopChecking();
      await end(program, child);
    },
  };
}

/** Kills a child that no longer responds; `supervise` restarts it. */
function checkLiveness(program: Program, current: () => ChildProcess): () => void {
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
      await end(program, child).catch((error: Error) => program.log(error.message));
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

async function launch(program: Program): Promise<ChildProcess> {
  const [file = "", ...args] = await program.command();
  const log = await openLog(program.logFile);
  const stdio: StdioOptions = program.ipc ? ["ignore", log.fd, log.fd, "ipc"] : ["ignore", log.fd, log.fd];
  try {
    // A separate process group: Ctrl-C reaches the supervisor only, which then stops everything in order.
    const child = spawn(file, args, {
      cwd: program.cwd ?? "/",
      env: program.env ?? process.env,
      stdio,
      detached: true,
    });
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
      reject(new Error(`${program.name} did not start:\n${await lastLines(program.logFile)}`));
    };
    if (hasEnded(child)) void fail();
    else child.once("exit", fail);
  });
  await Promise.race([program.ready(abort.signal), died]);
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function end(program: Program, child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (!(await stopByPid(child.pid, program.stopWith)))
    throw new Error(`${program.name} (pid ${child.pid}) cannot be stopped.`);
  await gone;
}

async function openLog(path: string) {
  await mkdir(dirname(path), { recursive: true });
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > BIGGEST_LOG) await rename(path, `${path}.1`);
  return open(path, "a");
}

/** Last lines of a log, for messages. */
export async function lastLines(path: string, count = 15): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-count).join("\n");
}
