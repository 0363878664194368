import type { Command } from "commander";
import type { ExportPart } from "#backend/imports/export-command.ts";
import { run } from "../run.ts";

const collect = (value: string, all: string[]) => [...all, value];

export function addExport(roost: Command): void {
  roost
    .command("export")
    .summary("export everything that was imported, or a part, as a bundle")
    .description(
      "Writes the archive as a bundle (docs/bundle.md), without accounts and their data. With --creator, --post or --lacking only what they name, for another archive: signed, and without DMs, uploads and what is hidden.",
    )
    .argument("<folder>", "new folder, or that of an earlier export")
    .option("--creator <service/id>", "only this creator and all posts; may be repeated", collect, [])
    .option("--post <service/creator/id>", "only this post; may be repeated", collect, [])
    .option(
      "--lacking <path>",
      "only posts that another archive lacks, or of which it lacks files: its have list, a bundle, or a folder of downloads",
    )
    .action(
      run(async (folder: string, options: ExportPart) => {
        const { exportCommand } = await import("#backend/imports/export-command.ts");
        return await exportCommand(folder, options);
      }),
    );
}
