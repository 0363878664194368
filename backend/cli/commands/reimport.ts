import type { Command } from "commander";
import { run } from "../run.ts";

export function addReimport(roost: Command): void {
  roost
    .command("reimport")
    .summary("read imported posts again, with the readers of this version")
    .description(
      "Reads the texts again that imports kept of posts, such as their JSON or HTML, and merges what is new. Files stay as they are.",
    )
    .option("--format <name>", "only of this program: gallery-dl")
    .action(
      run(async ({ format }: { format?: string }) => {
        const { reimportCommand } = await import("#backend/imports/reimport-command.ts");
        return await reimportCommand(format);
      }),
    );
}
