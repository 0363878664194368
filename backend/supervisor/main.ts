/** `npm start`: brings everything up, says where, and takes it down on Ctrl-C. */
import { readConfig, SettingsError } from "#backend/config.ts";
import { onInterrupt } from "./interrupt.ts";
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
    onInterrupt((message) => {
      console.log(message);
      abort.abort();
      void stopAfterStart(starting);
    });
    const archive = await starting;
    log(archive.summary.join("\n"));
    return archive;
  } catch (error) {
    if (error instanceof SettingsError) return fail(`A setting is not right:\n${error.message}`, 2);
    return fail(error instanceof Error ? error.message : String(error), 1);
  }
}

/** Ends the process with 0 also when the archive was still starting. */
async function stopAfterStart(starting: Promise<StartedArchive>): Promise<void> {
  const archive = await starting.catch(() => undefined);
  await archive?.stop();
  process.exit(0);
}
