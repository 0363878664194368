import { Argument, type Command } from "commander";
import { run } from "../run.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export function addCompletion(roost: Command): void {
  roost
    .command("completion")
    .summary("print a completion script for a shell")
    .description(
      "Prints a completion script: source <(roost completion bash), or a file in the folder of the shell.",
    )
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .action(
      run(async (shell: (typeof SHELLS)[number]) => {
        const { completionScript } = await import("../completion.ts");
        process.stdout.write(completionScript(roost, shell));
      }),
    );
}
