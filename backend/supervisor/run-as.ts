/** Runs engines without root privileges, and ends them when the supervisor is killed. */
import { execFile } from "node:child_process";
import { lchown, lstat, readdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExpectedError } from "#backend/expected-error.ts";

const run = promisify(execFile);

/** User "nobody" on Linux; initdb requires a user with a passwd entry. */
const NOBODY = 65_534;

/** A command line prefix, and the owner of the files the program writes. */
export interface RunAs {
  prefix: string[];
  owner?: { uid: number; gid: number };
  /** Description for the log. */
  how: string;
}

/** PostgreSQL cannot run as this user with these folders. */
export class CannotRunError extends ExpectedError {
  override name = "CannotRunError";
}

const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const withCapability = (name: string) => [
  ...asNobody,
  `--inh-caps=-all,+${name}`,
  `--ambient-caps=-all,+${name}`,
];
const asNobodyInside = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * PostgreSQL refuses to run as root, so it runs as `nobody`. If that user cannot access the folders
 * (a project under /root), it runs with the required capability, otherwise in a user namespace.
 * @param program any program that supports --version
 * @param folder the existing data folder
 * @throws CannotRunError with advice
 */
export async function unprivileged(program: string, folder: string): Promise<RunAs> {
  const owner = { uid: NOBODY, gid: NOBODY };
  const inside = { prefix: asNobodyInside, how: "nobody of a user namespace" };
  const root: RunAs[] = [
    { prefix: asNobody, owner, how: "nobody" },
    { prefix: withCapability("dac_read_search"), owner, how: "nobody, let through closed folders" },
    { prefix: withCapability("dac_override"), owner, how: "nobody, let through closed folders" },
    { ...inside, owner: { uid: 0, gid: 0 } },
  ];
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) return { prefix: [], how: "this user" };
  for (const attempt of isRoot ? root : [inside]) if (await canRun(attempt, program, folder)) return attempt;
  const why = isRoot
    ? `PostgreSQL does not run as root, and the user "nobody" cannot reach ${folder} or ${program}.`
    : `PostgreSQL cannot make its data folder for user ${process.getuid?.()}, who has no entry in /etc/passwd.`;
  throw new CannotRunError(
    `${why}\nMove the project or ROOST_DATA to a folder that others may enter, run Roost as another user, or set DATABASE_URL.`,
  );
}

async function canRun({ prefix }: RunAs, program: string, folder: string): Promise<boolean> {
  const results = await Promise.all([
    // PostgreSQL finds its own programs with access(), which ignores the capability.
    works([...prefix, "test", "-x", program]),
    works([...prefix, program, "--version"]),
    works([...prefix, "ls", "-d", `${folder}/.`]),
  ]);
  return results.every(Boolean);
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

async function works([program = "", ...args]: string[]): Promise<boolean> {
  return run(program, args, { cwd: "/" }).then(
    () => true,
    () => false,
  );
}

/** Changes the owner of a folder and its content; the folder last, which marks completion. */
export async function changeOwner(path: string, owner: RunAs["owner"]): Promise<void> {
  if (owner === undefined) return;
  const entry = await lstat(path);
  if (entry.uid === owner.uid) return;
  if (entry.isDirectory()) for (const name of await readdir(path)) await changeOwner(join(path, name), owner);
  await lchown(path, owner.uid, owner.gid);
}

/** `setpriv --pdeathsig`, if available: the kernel sends the signal when the supervisor dies. */
export async function endsWithParent(signal: "INT" | "TERM"): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const prefix = ["setpriv", `--pdeathsig=${signal}`];
  return (await works([...prefix, "true"])) ? prefix : [];
}
