import type { Command } from "commander";
import { IS_BUILT } from "#backend/server-files.ts";

export function addStart(roost: Command): void {
  roost
    .command("start")
    .summary("start engines, API, indexer, worker and app")
    .description(
      "Starts PostgreSQL and Meilisearch unless DATABASE_URL and MEILI_URL are set, then indexer, worker and API, and restarts what crashes. Ctrl-C stops everything.",
    )
    .action(async () => {
      // First: later imports load the driver. A build has it patched.
      if (!IS_BUILT) await import("#backend/supervisor/ensure-driver-patch.ts");
      const { startCommand } = await import("#backend/supervisor/start-command.ts");
      await startCommand({
        build: IS_BUILT ? undefined : (await import("#backend/supervisor/build.ts")).build,
        loadSample: async (...args) => await (await import("#backend/sample/load.ts")).loadSample(...args),
      });
    });
}
