/** Queries the operating system about processes: which run, since when, with which arguments. */
import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** True while a process of this id exists, whoever owns it; a zombie does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const stat = await procStat(pid);
  return stat?.state !== "Z";
}

/**
 * When a process started, in the kernel's ticks since boot; undefined where /proc does not say.
 * With the pid it names one process for ever: pids alone come round again.
 */
export async function startedAt(pid: number): Promise<string | undefined> {
  return (await procStat(pid))?.started;
}

async function procStat(pid: number): Promise<{ state: string; started: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field is the name in brackets and may hold spaces; fields 3 and 22 count from behind it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", started: fields[19] ?? "" };
}

export interface RunningProcess {
  pid: number;
  command: string;
  /** Working folder; only where /proc lets us see it. */
  folder?: string;
}

/** Every process that can be seen, by /proc or else by ps. */
export async function listProcesses(): Promise<RunningProcess[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  if (pids.length === 0) return listByPs();
  const found = await Promise.all(
    pids.map(async (pid): Promise<RunningProcess | undefined> => {
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (command === "") return undefined;
      return {
        pid,
        command: command.replaceAll("\0", " "),
        folder: await readlink(`/proc/${pid}/cwd`).catch(() => undefined),
      };
    }),
  );
  return found.filter((entry) => entry !== undefined);
}

async function listByPs(): Promise<RunningProcess[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "pid=,command="]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").flatMap((line) => {
    const match = /^(\d+)\s+(\S.*)$/.exec(line.trim());
    return match ? [{ pid: Number(match[1]), command: `${match[2]} ` }] : [];
  });
}

/** Sends each signal in turn, waiting up to its time for the process to go. True when it went. */
export async function stopByPid(pid: number, steps: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, milliseconds] of steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
      throw error;
    }
    const until = Date.now() + milliseconds;
    while (Date.now() < until) {
      if (!(await isAlive(pid))) return true;
      await sleep(20);
    }
  }
  return !(await isAlive(pid));
}

/** Checks that this address and port are free to listen on. */
export function canListen(host: string, port: number): Promise<boolean> {
  return listenOnce(host, port).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return false;
      throw error;
    },
  );
}

/** The wanted port if it is free, else any free one. */
export async function freePort(host: string, wanted = 0): Promise<number> {
  if (wanted !== 0 && (await canListen(host, wanted))) return wanted;
  return listenOnce(host, 0);
}

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
