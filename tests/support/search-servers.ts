/** Meilisearch servers of a test's own with one key, which can be stopped and started again on their addresses. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder, writeJson } from "#backend/supervisor/data-folder.ts";
import { type RunningMeili, startMeili } from "#backend/supervisor/meili.ts";

export interface SearchServers extends AsyncDisposable {
  urls: readonly string[];
  key: string;
  start(at: number): Promise<void>;
  stop(at: number): Promise<void>;
  /** Lets it hang until it is resumed. */
  pause(at: number): void;
  resume(at: number): void;
}

export async function startSearchServers(number: number): Promise<SearchServers> {
  const root = await mkdtemp(join(tmpdir(), "roost-search-"));
  const key = randomBytes(24).toString("hex");
  const running = new Map<number, RunningMeili>();
  const start = async (at: number) => {
    const folder = await openDataFolder(join(root, String(at)));
    await writeJson(join(folder.engines, "secrets.json"), { postgresPassword: key, meiliKey: key });
    const server = await startMeili(folder);
    if (server === undefined) throw new Error("No Meilisearch is bundled for this machine.");
    running.set(at, server);
    return server;
  };
  const stop = async (at: number) => {
    await running.get(at)?.stop();
    running.delete(at);
  };
  const signal = (at: number, name: "SIGSTOP" | "SIGCONT") => {
    const pid = running.get(at)?.pid();
    if (pid !== undefined) process.kill(pid, name);
  };
  const urls: string[] = [];
  for (let at = 0; at < number; at += 1) urls.push((await start(at)).url);
  return {
    urls,
    key,
    start: async (at) => void (await start(at)),
    stop,
    pause: (at) => signal(at, "SIGSTOP"),
    resume: (at) => signal(at, "SIGCONT"),
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.keys()].map(stop));
      await rm(root, { recursive: true, force: true });
    },
  };
}
