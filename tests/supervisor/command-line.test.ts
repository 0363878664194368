/** The command line `roost`, which the npm scripts call too. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { completionScript } from "#backend/cli/completion.ts";
import { createProgram } from "#backend/cli/program.ts";
import { ROOST } from "#tests/support/roost.ts";
import settings from "../../package.json" with { type: "json" };

const run = promisify(execFile);
const program = createProgram();

async function roost(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return await run(process.execPath, [ROOST, ...args]).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

/** Every command, with those below it. */
const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

test("prints its version, its help and the help of a command; wrong arguments end with 2 and the usage", async () => {
  const [version, help, helpOfImport, unknown, missing, none] = await Promise.all([
    roost("--version"),
    roost("--help"),
    roost("import", "--help"),
    roost("exprot"),
    roost("export"),
    roost("account"),
  ]);
  expect(version).toMatchObject({ code: 0, stdout: `${settings.version}\n` });
  expect(help.code).toBe(0);
  for (const command of program.commands) expect(help.stdout).toContain(`\n  ${command.name()} `);
  expect(help.stdout).toContain("Exit codes: 0 done");
  expect(helpOfImport).toMatchObject({ code: 0, stdout: expect.stringContaining("--dry-run") });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean export?") });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage: roost export") });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("reset-password") });
});

test("an expected error is printed without a stack", async () => {
  const { code, stderr } = await roost("takedown", "nowhere", "1");
  expect([code, stderr]).toEqual([2, '"nowhere" is not a valid paysite.\n']);
});

test("every command and option says what it does, and the documentation lists every command", async () => {
  const operations = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
  for (const command of all(program)) {
    expect([command.name(), command.summary() || command.description()]).not.toContain("");
    for (const { long, description } of command.options) expect([long, description]).not.toContain("");
  }
  for (const { commands } of [program])
    for (const command of commands) expect(operations).toContain(`| \`roost ${command.name()}`);
});

test("npm scripts with the name of a command call it", () => {
  const scripts = new Map(Object.entries(settings.scripts));
  const called = program.commands.map((command) => command.name()).filter((name) => scripts.has(name));
  expect(called).toContain("start");
  for (const name of called)
    expect(scripts.get(name)).toBe(`exec node --import tsx backend/cli/roost.ts ${name}`);
});

test("bash completes commands, their options and their choices", async () => {
  const script = completionScript(program, "bash");
  const complete = async (...words: string[]) => {
    const test = `${script}\nCOMP_WORDS=(roost "$@"); COMP_CWORD=$#; _roost; printf '%s ' "\${COMPREPLY[@]}"`;
    const { stdout } = await run("bash", ["-c", test, "bash", ...words]);
    return stdout.trim();
  };
  expect(await complete("imp")).toBe("import importer");
  expect(await complete("account", "r")).toBe("role reset-password");
  expect(await complete("import", "downloads", "--d")).toBe("--dry-run");
  expect(await complete("account", "role", "ann", "mod")).toBe("moderator");
});

test("zsh and fish get the same words", () => {
  expect(completionScript(program, "zsh")).toContain(`("account role") found=('consumer' 'moderator'`);
  expect(completionScript(program, "fish")).toContain(
    "complete -c roost -n '__fish_seen_subcommand_from account; and __fish_seen_subcommand_from role' -a moderator",
  );
});
