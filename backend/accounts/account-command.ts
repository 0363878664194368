/** `roost account`: account administration from a shell on the server. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { NewPassword, Username } from "#shared/rules/accounts.ts";
import type { Role } from "#shared/rules/roles.ts";
import { revokeTokens } from "./access-tokens.ts";
import { audit } from "./audit.ts";
import { changeAccount } from "./change-account.ts";
import { insertAccount } from "./new-account.ts";
import { Passwords } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

export const listAccounts = () => printResult(list);
export const createAccount = (name: string, role: Role) => printResult((sql) => create(sql, name, role));
export const changeRole = (name: string, role: Role) => printResult((sql) => setRole(sql, name, role));
export const changePassword = (name: string) => printResult((sql) => resetPassword(sql, name));

async function printResult(work: (sql: Sql) => Promise<string>): Promise<void> {
  await withDatabase(readConfig(), { name: "roost-account" }, async (sql) => console.log(await work(sql)));
}

async function create(sql: Sql, name: string, role: Role): Promise<string> {
  const problem = Username.safeParse(name).error?.issues[0]?.message;
  if (problem !== undefined) throw new ExpectedError(problem);
  const password = await new Passwords().hash(await readPassword());
  return await transaction(sql, async (tx) => {
    const id = await insertAccount(tx, { username: name, password, role });
    if (id === undefined) throw new ExpectedError(`${name} is taken.`);
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
    await revokeTokens(tx, id);
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

async function idOf(sql: Sql, name: string): Promise<number> {
  const [found] = await sql<{ id: number }[]>`select id from accounts where lower(username) = lower(${name})`;
  if (found === undefined) throw new ExpectedError(`There is no account ${name}.`);
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
      if (problem !== undefined) throw new ExpectedError(problem);
      return line;
    }
    throw new ExpectedError("No password was given.");
  } finally {
    lines.close();
  }
}
