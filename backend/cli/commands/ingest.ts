import type { Command } from "commander";
import { run } from "../run.ts";

export function addIngest(roost: Command): void {
  roost
    .command("ingest")
    .summary("import a bundle without asking")
    .description("Imports an archive bundle (docs/bundle.md). What it holds replaces what is there.")
    .argument("<bundle>", "folder of the bundle; - reads a stream")
    .option("--files <folder>", "folder that holds files/, if it is not the bundle's")
    .action(
      run(async (path: string, { files }: { files?: string }) => {
        const { ingestCommand } = await import("#backend/imports/bundle/ingest-command.ts");
        return await ingestCommand(path, files);
      }),
    );
}
