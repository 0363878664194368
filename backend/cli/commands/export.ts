import type { Command } from "commander";
import { run } from "../run.ts";

export function addExport(roost: Command): void {
  roost
    .command("export")
    .summary("export everything that was imported as a bundle")
    .description("Writes the archive as a bundle (docs/bundle.md), without accounts and their data.")
    .argument("<folder>", "new folder, or that of an earlier export")
    .action(
      run(async (folder: string) => {
        const { exportCommand } = await import("#backend/imports/bundle/export-command.ts");
        return await exportCommand(folder);
      }),
    );
}
