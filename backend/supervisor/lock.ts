/** One supervisor per data folder. The lock names a process by pid and start time, so a lock left by kill -9 is detected as stale. */
import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ExpectedError } from "#backend/expected-error.ts";
import { type DataFolder, Runtime, readJson, writeJson } from "./data-folder.ts";
import { inTurn } from "./in-turn.ts";
import { isAlive, listProcesses, startedAt, stopByPid } from "./processes.ts";

const Holder = z.object({ pid: z.number(), started: z.string().optional(), command: z.string() });
export type Holder = z.infer<typeof Holder>;

/** Another running process holds the data folder. */
export class FolderInUseError extends ExpectedError {
  override name = "FolderInUseError";
  constructor(
    readonly holder: Holder,
    readonly runtime: Runtime | undefined,
  ) {
    const where = runtime?.address ? `, ${runtime.address}` : "";
    super(
      holder.command === "start"
        ? `Roost is already running on this data folder (pid ${holder.pid}${where}). It is left alone.`
        : `This data folder is in use by "${holder.command}" (pid ${holder.pid}). Wait for it to end.`,
    );
  }
}

export interface FolderLock {
  publish(runtime: Omit<Runtime, "pid" | "started" | "command">): Promise<void>;
  release(): Promise<void>;
}

/**
 * Locks the data folder for this process. Takes over the lock of a dead process, and first stops
 * the processes it left behind.
 * @throws FolderInUseError if a live process holds it
 */
export async function lockFolder(folder: DataFolder, command: string): Promise<FolderLock> {
  const self: Holder = { pid: process.pid, started: await startedAt(process.pid), command };
  const ownFile = `${folder.lock}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(ownFile, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      // link() fails if the name exists, so the lock file is created atomically
      const taken = await link(ownFile, folder.lock).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false;
          throw error;
        },
      );
      if (taken) break;
      await waitForHolder(folder);
      await removeStale(folder);
    }
  } finally {
    await rm(ownFile, { force: true });
  }
  await rm(folder.runtime, { force: true });
  await stopOrphans(folder);
  const write = inTurn(); // what is published last stays
  return {
    publish: (runtime) => write(() => writeJson(folder.runtime, { ...self, ...runtime })),
    async release() {
      await rm(folder.runtime, { force: true });
      await rm(folder.lock, { force: true });
    },
  };
}

/** Process holding the lock, if alive. */
export async function livingHolder(folder: DataFolder): Promise<Holder | undefined> {
  const holder = await readJson(folder.lock, Holder);
  if (holder === undefined || !(await isAlive(holder.pid))) return undefined;
  const started = await startedAt(holder.pid);
  return holder.started === undefined || holder.started === started ? holder : undefined;
}

/** Reads the state that the live holder has published. */
export async function readRuntime(folder: DataFolder, holder: Holder): Promise<Runtime | undefined> {
  const runtime = await readJson(folder.runtime, Runtime);
  return runtime?.pid === holder.pid && runtime.started === holder.started ? runtime : undefined;
}

/** Waits until no live process holds the lock; a holder that is stopping gets time to finish. */
async function waitForHolder(folder: DataFolder): Promise<void> {
  const noticed = Date.now();
  for (;;) {
    const holder = await livingHolder(folder);
    if (holder === undefined) return;
    const runtime = await readRuntime(folder, holder);
    // 1.5 s: a supervisor whose npm was killed detects it within half a second and publishes that it is stopping
    const timeoutMs = runtime?.stopping ? 15_000 : 1_500;
    if (Date.now() - noticed > timeoutMs) throw new FolderInUseError(holder, runtime);
    await sleep(100);
  }
}

async function removeStale(folder: DataFolder): Promise<void> {
  const stale = `${folder.lock}.stale.${randomBytes(4).toString("hex")}`;
  const before = await readFile(folder.lock, "utf8").catch(() => undefined);
  if (before === undefined || (await livingHolder(folder)) !== undefined) return;
  await rename(folder.lock, stale).catch(() => {});
  const moved = await readFile(stale, "utf8").catch(() => undefined);
  // Another process took over between the check and the move: restore its lock.
  if (moved !== undefined && moved !== before) await link(stale, folder.lock).catch(() => {});
  await rm(stale, { force: true });
}

/** Argument that marks a process as belonging to a data folder; visible in `ps`. */
export const ownerArgument = (folder: DataFolder) => `--data-folder=${folder.root}`;

/** Stops engines and processes that a killed supervisor left running on this folder. */
export async function stopOrphans(folder: DataFolder): Promise<void> {
  const marks = [`-D ${folder.postgres} `, `--db-path ${folder.meili}/data.ms `, `${ownerArgument(folder)} `];
  const orphans = (await listProcesses()).filter(
    ({ pid, command, folder: cwd }) =>
      pid !== process.pid && (marks.some((mark) => command.includes(mark)) || cwd === folder.postgres),
  );
  await Promise.all(
    orphans.map(({ pid, command }) => {
      // PostgreSQL gets time to write its checkpoint; its children end with it.
      const patient = command.includes(`-D ${folder.postgres} `);
      const steps: [NodeJS.Signals, number][] = patient
        ? [
            ["SIGINT", 10_000],
            ["SIGQUIT", 3_000],
            ["SIGKILL", 3_000],
          ]
        : [
            ["SIGTERM", 4_000],
            ["SIGKILL", 3_000],
          ];
      return stopByPid(pid, steps);
    }),
  );
}

/** Name of the command for messages: "import" of `roost import`, or the file name of another script. */
export function commandName(): string {
  const [, script = "node", command] = process.argv;
  const name = basename(script, extname(script));
  return name === "roost" && command !== undefined ? command : name;
}
