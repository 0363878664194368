import type { Command } from "commander";
import { run } from "../run.ts";

export function addDoctor(roost: Command): void {
  roost
    .command("doctor")
    .summary("check everything that Roost needs and suggest remedies")
    .description(
      "Checks settings, disk, database, search, file store, worker and importer, and says what to do. Exit code 1 if something is broken.",
    )
    .action(run(async () => (await import("#backend/doctor/doctor-command.ts")).doctorCommand()));
}
