import type { Command } from "commander";
import { run } from "../run.ts";

const load = () => import("#backend/imports/connectors/importer-command.ts");

export function addImporter(roost: Command): void {
  const importer = roost.command("importer").summary("show and control imports with session keys");
  importer
    .command("status")
    .description("Shows the queue, the results of 24 hours and the reasons of failures.")
    .action(run(async () => (await load()).showStatus()));
  importer
    .command("pause")
    .description("Lets imports from a service wait; those under way go on.")
    .argument("<service>")
    .action(run(async (service: string) => (await load()).pauseService(service)));
  importer
    .command("resume")
    .description("Lets imports from a service go on.")
    .argument("<service>")
    .action(run(async (service: string) => (await load()).resumeService(service)));
  importer
    .command("cancel")
    .description("Cancels an import.")
    .argument("<import>", "id of the import")
    .action(run(async (id: string) => (await load()).cancelOne(id)));
  importer
    .command("retry")
    .description("Tries a failed import again.")
    .argument("<import>", "id of the import")
    .action(run(async (id: string) => (await load()).retryOne(id)));
}
