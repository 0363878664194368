import { type Command, Option } from "commander";
import type { WantedOptions } from "#backend/imports/wanted-command.ts";
import { run } from "../run.ts";

export function addWanted(roost: Command): void {
  roost
    .command("wanted")
    .summary("list the files that posts lack")
    .description(
      "Lists the files that the metadata of imported posts names but that no import has brought, creator by creator.",
    )
    .addOption(new Option("--json", "as JSON").conflicts("csv"))
    .option("--csv", "as CSV")
    .action(
      run(async (options: WantedOptions) => {
        const { wantedCommand } = await import("#backend/imports/wanted-command.ts");
        await wantedCommand(options);
      }),
    );
}
