import type { Command } from "commander";
import type { RestoreCommandOptions } from "#backend/backup/restore-command.ts";
import { run } from "../run.ts";

export function addRestore(roost: Command): void {
  roost
    .command("restore")
    .summary("restore a backup into an empty archive")
    .description(
      "Restores a backup into an empty archive, repeats removals made since, and rebuilds the search index.",
    )
    .argument("<target>", "folder, or s3://bucket/prefix")
    .option("--snapshot <id>", "an older backup; the newest by default")
    .option("--removals <file>", "also repeat these removals, written by roost backup --removals")
    .action(
      run(async (target: string, options: RestoreCommandOptions) => {
        const { restoreCommand } = await import("#backend/backup/restore-command.ts");
        const code = await restoreCommand(target, options);
        const { rebuildIndexes } = await import("#indexer/index-command.ts");
        await rebuildIndexes([]).catch((error: Error) =>
          console.error(`${error.message} Then run: roost index rebuild`),
        );
        return code;
      }),
    );
}
