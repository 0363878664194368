/** `npm start`: brings everything up, says where, and takes it down on Ctrl-C. */
import { readConfig, SettingsError } from "#backend/config.ts";
import { type StartArchiveOptions, type StartedArchive, startArchive } from "./start.ts";

/** Runs until a signal; ends the process with 0 after a clean stop, 1 on a failure, 2 on a bad setting. */
export async function runLauncher(options: Partial<StartArchiveOptions> = {}): Promise<StartedArchive> {
  const log = (line: string) => console.log(line);
  const fail = (message: string, code: number): never => {
    console.error(message);
    process.exit(code);
  };
  try {
    const config = readConfig();
    const abort = new AbortController();
    const starting = startArchive(config, { log, signal: abort.signal, ...options });
    const stop = (word: string) => {
      console.log(word);
      abort.abort();
      void stopAfterStart(starting);
    };
    process.once("SIGINT", () => stop("\nStopping ..."));
    process.once("SIGTERM", () => stop("Stopping ..."));
    process.once("SIGHUP", () => stop("Stopping ..."));
    stopWithParent(() => stop("npm is gone; stopping ..."));
    const archive = await starting;
    log(archive.summary.join("\n"));
    return archive;
  } catch (error) {
    if (error instanceof SettingsError) return fail(`A setting is not right:\n${error.message}`, 2);
    return fail(error instanceof Error ? error.message : String(error), 1);
  }
}

/** Clean is clean, also when it had not come up yet. */
async function stopAfterStart(starting: Promise<StartedArchive>): Promise<void> {
  const archive = await starting.catch(() => undefined);
  await archive?.stop();
  process.exit(0);
}

/** Killed with -9, npm leaves us behind without a word; nobody could stop us then with Ctrl-C. */
function stopWithParent(stop: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}
