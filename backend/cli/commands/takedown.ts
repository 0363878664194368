import type { Command } from "commander";
import type { TakedownOptions } from "#backend/takedowns/takedown-command.ts";
import { run } from "../run.ts";

export function addTakedown(roost: Command): void {
  roost
    .command("takedown")
    .summary("delete content and block its reimport")
    .description(
      "Deletes a creator or a post with the files that nothing else uses, or one file wherever it is used, and blocks its reimport.",
    )
    .argument("[service]")
    .argument("[creator]", "id of the creator")
    .argument("[post]", "id of the post; everything of the creator by default")
    .option("--file <SHA-256>", "one file, wherever it is used, instead of a creator or post")
    .option("--reason <text>", "reason, kept with the takedown")
    .option("--undo", "allow the reimport again")
    .action(
      run(async (service?: string, creator?: string, post?: string, options: TakedownOptions = {}) => {
        const { takedownCommand } = await import("#backend/takedowns/takedown-command.ts");
        await takedownCommand([service, creator, post], options);
      }),
    );
}
