#!/usr/bin/env node
/** `roost`: the command line. Parses the arguments; what a command does is loaded once it is called. */
import { CommanderError } from "commander";
import { ExpectedError } from "#backend/expected-error.ts";
import { createProgram } from "./program.ts";

/** Nothing or only a part was done (docs/operations.md, Commands). */
const NOT_DONE = 2;

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  // Commander has printed the help, the version or its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_DONE;
  if (error instanceof ExpectedError) console.error(error.message);
  else console.error(error instanceof Error ? error.stack : error);
  return NOT_DONE;
}
