/** `npm run account`: account administration from a shell on the server. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { printHelp } from "#backend/command-help.ts";
import { readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { NewPassword, Username } from "#shared/rules/accounts.ts";
import { ROLES, type Role } from "#shared/rules/roles.ts";
import { audit } from "./audit.ts";
import { changeAccount, LastAdministratorError } from "./change-account.ts";
import { insertAccount } from "./new-account.ts";
import { Passwords } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

const USAGE = `Usage: npm run account -- create <name> [--role ${ROLES.join("|")}]
       npm run account -- role <name> <${ROLES.join("|")}>
       npm run account -- reset-password <name>
       npm run account -- list
create and reset-password read the password from the first line of the input.`;

class UsageError extends Error {
  override name = "UsageError";
}

async function main(): Promise<void> {
  printHelp(USAGE);
  const { values, positionals } = parseArgs({
    options: { role: { type: "string" } },
    allowPositionals: true,
  });
  const [command = "", name = "", word, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(USAGE);
  const work = commandOf(command, name, word, values.role);
  await withEngines(readConfig(), { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { max: 1, name: "roost-account" });
    try {
      console.log(await work(sql));
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

/** @returns the command; its result is printed */
function commandOf(
  command: string,
  name: string,
  word: string | undefined,
  role: string | undefined,
): (sql: Sql) => Promise<string> {
  if (command === "list" && name === "") return list;
  if (command === "create" && name !== "" && word === undefined)
    return (sql) => create(sql, name, roleOf(role ?? "consumer"));
  if (command === "role" && word !== undefined) return (sql) => setRole(sql, name, roleOf(word));
  if (command === "reset-password" && name !== "" && word === undefined)
    return (sql) => resetPassword(sql, name);
  throw new UsageError(USAGE);
}

async function create(sql: Sql, name: string, role: Role): Promise<string> {
  const problem = Username.safeParse(name).error?.issues[0]?.message;
  if (problem !== undefined) throw new UsageError(problem);
  const password = await new Passwords().hash(await readPassword());
  return await transaction(sql, async (tx) => {
    const id = await insertAccount(tx, { username: name, password, role });
    if (id === undefined) throw new UsageError(`${name} is taken.`);
    await audit(tx, { actor: null, kind: "role", subject: `account ${id}`, after: role });
    return `Created ${name}, ${role}.`;
  });
}

async function setRole(sql: Sql, name: string, role: Role): Promise<string> {
  const id = await idOf(sql, name);
  await transaction(sql, (tx) => changeAccount(tx, null, id, { role }));
  return `${name} is ${role} now.`;
}

async function resetPassword(sql: Sql, name: string): Promise<string> {
  const id = await idOf(sql, name);
  const password = await new Passwords().hash(await readPassword());
  await transaction(sql, async (tx) => {
    await tx`update accounts set password = ${password} where id = ${id}`;
    await endSessions(tx, id);
    await audit(tx, { actor: null, kind: "password_reset", subject: `account ${id}` });
  });
  return `${name} has a new password and is logged in nowhere.`;
}

async function list(sql: Sql): Promise<string> {
  const rows = await sql<{ id: number; username: string; role: Role; disabled: boolean; created: string }[]>`
    select id, username, role, disabled, to_char(created_at, 'YYYY-MM-DD') as created from accounts order by id`;
  return rows
    .map(({ id, username, role, disabled, created }) =>
      [id, username.padEnd(15), role.padEnd(13), created, disabled ? "disabled" : ""].join("  ").trimEnd(),
    )
    .join("\n");
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw new UsageError("Invalid account role.");
  return role;
}

async function idOf(sql: Sql, name: string): Promise<number> {
  const [found] = await sql<{ id: number }[]>`select id from accounts where lower(username) = lower(${name})`;
  if (found === undefined) throw new UsageError(`There is no account ${name}.`);
  return found.id;
}

/** Reads a password from a pipe, or from the terminal without echo. */
async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  if (terminal) process.stderr.write("Password: ");
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal });
  try {
    for await (const line of lines) {
      if (terminal) process.stderr.write("\n");
      const problem = NewPassword.safeParse(line).error?.issues[0]?.message;
      if (problem !== undefined) throw new UsageError(problem);
      return line;
    }
    throw new UsageError("No password was given.");
  } finally {
    lines.close();
  }
}

main().catch((error: unknown) => {
  if (error instanceof LastAdministratorError) console.error("The last administrator has to stay one.");
  else if (error instanceof UsageError || error instanceof SettingsError) console.error(error.message);
  else console.error(error);
  process.exitCode = 2;
});
