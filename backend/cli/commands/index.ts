import { Argument, type Command } from "commander";
import { INDEXES, type IndexName } from "#shared/search/index-names.ts";
import { run } from "../run.ts";

const load = () => import("#indexer/index-command.ts");

export function addIndex(roost: Command): void {
  const index = roost.command("index").summary("show, rebuild or verify the search indexes");
  index
    .command("status")
    .description("Shows documents, rows waiting and rows refused.")
    .action(run(async () => (await load()).showStatus()));
  index
    .command("rebuild")
    .description("Rebuilds indexes beside the old ones and swaps them; all by default.")
    .addArgument(new Argument("[index...]").choices(INDEXES))
    .action(run(async (names: IndexName[]) => (await load()).rebuildIndexes(names)));
  index
    .command("verify")
    .description("Compares the database and the indexes and repairs them; exit code 1 if anything differed.")
    .action(run(async () => (await load()).verifyIndexes()));
}
