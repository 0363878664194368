import { type Command, Option } from "commander";
import type { WantedOptions } from "#backend/imports/wanted/wanted-command.ts";
import { GAP_SOURCES } from "#shared/entities/wanted.ts";
import { SERVICES } from "#shared/services/index.ts";
import { run } from "../run.ts";

const collect = (value: string, all: string[]) => [...all, value];

export function addWanted(roost: Command): void {
  roost
    .command("wanted")
    .summary("list what is missing, or add to it")
    .description(
      "Lists what the archive lacks, creator by creator: creators and posts that lists name or that are known to exist, and files that the metadata of posts names. --add reads a list of favorites of another site or program.",
    )
    .addOption(new Option("--json", "as JSON").conflicts("csv"))
    .option("--csv", "as CSV")
    .addOption(new Option("--service <service>", "only of this service").choices(SERVICES))
    .addOption(new Option("--source <source>", "only what is known from this").choices(GAP_SOURCES))
    .option("--add <file>", "read a list: its creators and posts are wanted; may be repeated", collect, [])
    .option("--remove <file>", "read a list: its creators and posts are not wanted", collect, [])
    .option(
      "--have <path>",
      "mark what another archive could fill: its have list, a bundle, or a folder of downloads; its name is that of the file",
    )
    .option("--reverse", "with --have: list what the other archive lacks, instead of what is missing here")
    .option("--forget <name>", "forget a have list")
    .action(
      run(async (options: WantedOptions) => {
        const { wantedCommand } = await import("#backend/imports/wanted/wanted-command.ts");
        return await wantedCommand(options);
      }),
    );
}
