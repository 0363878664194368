import type { Command } from "commander";
import { run } from "../run.ts";

export function addImport(roost: Command): void {
  roost
    .command("import")
    .summary("import downloads or a bundle")
    .description(
      "Recognizes what the folders hold, shows a preview, asks, and imports. docs/importing-downloads.md lists the programs.",
    )
    .argument("<folder...>", "folders of a download program, or one bundle")
    .option("--dry-run", "show the preview and stop", false)
    .option("--yes", "import without asking", false)
    .option("--link", "link files instead of copying them, where the disk is the same", false)
    .option("--zone <zone>", "time zone of local times in the downloads: Asia/Tokyo (default: UTC)")
    .option(
      "--rating <rating>",
      "who sees the creators and posts that are added, in an archive with groups: everyone, members or adults",
      "everyone",
    )
    .option("--only-wanted", "import only what fills gaps: see roost wanted", false)
    .option(
      "--from <fingerprint>",
      "import a bundle signed by the archive with this fingerprint, which its operator gave you",
    )
    .option(
      "--creator <[folder:]service/id=name>",
      "creator of files without metadata; may be repeated",
      (value: string, all: string[]) => [...all, value],
      [],
    )
    .action(
      run(async (folders: string[], options) => {
        const { importCommand } = await import("#backend/imports/import-command.ts");
        return await importCommand(folders, options);
      }),
    );
}
