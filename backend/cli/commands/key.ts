import type { Command } from "commander";
import { run } from "../run.ts";

export function addKey(roost: Command): void {
  roost
    .command("key")
    .summary("print the fingerprint of the archive's key, to compare")
    .description(
      "Prints the fingerprint of the key that signs bundles of roost export --creator, --post and --lacking. Who imports one compares it with you, by phone or in person.",
    )
    .action(
      run(async () => {
        const { keyCommand } = await import("#backend/imports/exchange/key-command.ts");
        await keyCommand();
      }),
    );
}
