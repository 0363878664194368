import { type Command, InvalidArgumentError } from "commander";
import { DEFAULT_POSTS, DEFAULT_SEED } from "#backend/sample/defaults.ts";
import { run } from "../run.ts";

interface Options {
  posts: number;
  seed: string;
  out: string;
  remove?: true;
}

export function addSample(roost: Command): void {
  roost
    .command("sample")
    .summary("generate or remove sample data")
    .description("Writes the sample archive as a bundle that `roost ingest` reads.")
    .option("--posts <number>", "number of posts", wholeNumber, DEFAULT_POSTS)
    .option("--seed <text>", "another text makes another archive", DEFAULT_SEED)
    .option("--out <folder>", "new or empty folder", "sample-bundle")
    .option("--remove", "remove the sample that the first start loaded, instead")
    .action(
      run(async (options: Options) => {
        const { generateCommand, removeCommand } = await import("#backend/sample/sample-command.ts");
        return options.remove ? await removeCommand() : await generateCommand(options);
      }),
    );
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("It takes a whole number above 0.");
}
