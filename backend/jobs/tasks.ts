/** Repeats tasks at their interval, and immediately when the database notifies of work. */
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobRow } from "./job.ts";
import type { JobKind } from "./kind.ts";
import { claimNext, type JobOptions, runJob } from "./run-next.ts";

/** Channel that triggers notify with the name of a table. */
const CHANNEL = "roost_jobs";
/** LISTEN wakes at once; the poll only finds what it missed. */
const POLL_INTERVAL_MS = 5_000;
const RETRY_DELAY_MS = 15_000;

export interface Task {
  /** Name of the table whose notifications wake it. */
  name: string;
  everyMs: number;
  /** Number of loops of this task in this process. */
  concurrency?: number;
  /** @returns true if there may be more work */
  run(): Promise<unknown>;
}

/** Runs the jobs of a kind. */
export function jobTask<Row extends JobRow>(options: JobOptions, kind: JobKind<Row>): Task {
  let last: Promise<unknown> = Promise.resolve();
  // Claims sequentially, so that each counts the running jobs of the others.
  const claim = () => {
    const next = last.then(() => claimNext(options, kind));
    last = next.catch(() => {});
    return next;
  };
  return {
    name: kind.table,
    everyMs: POLL_INTERVAL_MS,
    concurrency: kind.concurrency,
    run: async () => {
      const job = await claim();
      if (job !== undefined) await runJob(options, kind, job);
      return job !== undefined;
    },
  };
}

/** Runs until the signal is aborted and running work has ended. Logs errors and continues. */
export async function runTasks(options: JobOptions, tasks: readonly Task[]): Promise<void> {
  const { sql, signal } = options;
  const wakeups = new Map(tasks.map(({ name }) => [name, new Wakeups()]));
  const listening = sql.listen(
    CHANNEL,
    (name) => wakeups.get(name)?.notify(),
    () => {
      for (const one of wakeups.values()) one.notify();
    },
  );
  // Without LISTEN, polling continues.
  listening.catch(() => {});
  const loops = tasks.flatMap((task) => {
    const wake = wakeups.get(task.name) as Wakeups;
    return Array.from({ length: task.concurrency ?? 1 }, () => repeat(options, task, wake));
  });
  await Promise.all(loops);
  if (signal.aborted) await listening.then(({ unlisten }) => unlisten()).catch(() => {});
}

async function repeat({ signal, log }: JobOptions, task: Task, wake: Wakeups): Promise<void> {
  while (!signal.aborted) {
    const seen = wake.count;
    let pause = task.everyMs * (0.5 + Math.random());
    try {
      if ((await task.run()) === true) continue;
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, task: task.name }, "task failed");
      pause = Math.min(pause, RETRY_DELAY_MS);
    }
    await wake.wait(seen, pause, signal);
  }
}

/** Notifications of one task, including those received while it runs. */
class Wakeups {
  count = 0;
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notify(): void {
    this.count += 1;
    this.#emitter.emit("wake");
  }

  /** @param seen `count` before the task ran */
  async wait(seen: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.count !== seen) return;
    const ended = new AbortController();
    const options = { signal: AbortSignal.any([signal, ended.signal]) };
    await Promise.race([sleep(milliseconds, undefined, options), once(this.#emitter, "wake", options)]).catch(
      () => {},
    );
    ended.abort();
  }
}
