/** `roost start`: starts everything, prints the address, and stops everything on Ctrl-C. */
import { readConfig, SettingsError } from "#backend/config.ts";
import { onInterrupt } from "./interrupt.ts";
import { type StartArchiveOptions, type StartedArchive, startArchive } from "./start.ts";

/** Runs until a signal; exits with 0 after a clean stop, 1 on a failure, 2 on an invalid setting. */
export async function startCommand(
  options: Omit<StartArchiveOptions, "log" | "signal">,
): Promise<StartedArchive> {
  const log = (line: string) => console.log(line);
  const fail = (message: string, code: number): never => {
    console.error(message);
    process.exit(code);
  };
  try {
    const config = readConfig();
    const abort = new AbortController();
    const starting = startArchive(config, { ...options, log, signal: abort.signal });
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

/** Exits with 0 even if the archive was still starting. */
async function stopAfterStart(starting: Promise<StartedArchive>): Promise<void> {
  const archive = await starting.catch(() => undefined);
  await archive?.stop();
  process.exit(0);
}
