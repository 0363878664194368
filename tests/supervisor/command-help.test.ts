/** `--help` of commands, as README.md says. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import settings from "../../package.json" with { type: "json" };

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
/** Two of those that call `printHelp`: each costs a process. */
const COMMANDS = ["account", "index"] as const;

test.concurrent.each(COMMANDS)("npm run %s -- --help prints the usage", async (command) => {
  const [, ...args] = settings.scripts[command].replace(/^exec /, "").split(" ");
  const { stdout } = await promisify(execFile)(process.execPath, [...args, "--help"], { cwd: PROJECT });
  expect(stdout).toContain(`npm run ${command}`);
});
