import type { Command } from "commander";
import { run } from "../run.ts";

export function addHave(roost: Command): void {
  roost
    .command("have")
    .summary("write a list of what the archive has, to compare")
    .description(
      "Writes ids of posts and SHA-256 of their files to standard output, without content: JSON lines, gzip. Another archive compares it with roost wanted --have.",
    )
    .action(
      run(async () => {
        const { haveCommand } = await import("#backend/imports/wanted/have-command.ts");
        await haveCommand();
      }),
    );
}
