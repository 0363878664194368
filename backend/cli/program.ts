/** The commands of `roost`: a new one is a file in commands/ and a line here. */
import { Command } from "commander";
import { VERSION } from "#backend/version.ts";
import settings from "../../package.json" with { type: "json" };
import { addAccount } from "./commands/account.ts";
import { addBackup } from "./commands/backup.ts";
import { addCompletion } from "./commands/completion.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addExport } from "./commands/export.ts";
import { addHave } from "./commands/have.ts";
import { addImport } from "./commands/import.ts";
import { addImporter } from "./commands/importer.ts";
import { addIndex } from "./commands/index.ts";
import { addIngest } from "./commands/ingest.ts";
import { addKey } from "./commands/key.ts";
import { addReimport } from "./commands/reimport.ts";
import { addRestore } from "./commands/restore.ts";
import { addSample } from "./commands/sample.ts";
import { addStart } from "./commands/start.ts";
import { addTakedown } from "./commands/takedown.ts";
import { addWanted } from "./commands/wanted.ts";

const COMMANDS = [
  addStart,
  addImport,
  addWanted,
  addHave,
  addReimport,
  addIngest,
  addExport,
  addKey,
  addBackup,
  addRestore,
  addTakedown,
  addAccount,
  addImporter,
  addIndex,
  addDoctor,
  addSample,
  addCompletion,
];

const EXIT_CODES = `
Exit codes: 0 done, 1 done with problems that are listed, 2 not done, 130 or 143 interrupted.
Settings are environment variables, see docs/operations.md.`;

export function createProgram(): Command {
  const program = new Command("roost")
    .description(settings.description)
    .version(VERSION)
    .addHelpText("after", EXIT_CODES)
    .exitOverride()
    .showHelpAfterError();
  for (const add of COMMANDS) add(program);
  return program;
}
