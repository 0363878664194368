import { type Command, InvalidArgumentError } from "commander";
import type { BackupCommandOptions } from "#backend/backup/backup-command.ts";
import { run } from "../run.ts";

export function addBackup(roost: Command): void {
  roost
    .command("backup")
    .summary("back up everything, accounts included")
    .description(
      "Backs up the whole archive while it runs: the database as of one moment, and all files, each once (docs/backup.md).",
    )
    .argument("[target]", "folder, or s3://bucket/prefix")
    .option("--keep <number>", "delete all but the newest backups, and files that only those had", positive)
    .option("--verify", "read all backups instead, and compare them with their checksums")
    .option("--removals <file>", "write only the list of removals, for roost restore --removals")
    .action(
      run(async (target: string | undefined, options: BackupCommandOptions) => {
        const { backupCommand } = await import("#backend/backup/backup-command.ts");
        return await backupCommand(target, options);
      }),
    );
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("Expected a number from 1.");
  return Number(text);
}
