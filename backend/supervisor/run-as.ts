/** Runs an engine without root privileges, and so that it ends when the supervisor is killed. */
import { execFile } from "node:child_process";
import { lchown, lstat, readdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user "nobody" of every Linux; initdb wants a user that has a passwd entry. */
const NOBODY = 65_534;

/** A command line put before the program's own, and who must own the files it writes. */
export interface RunAs {
  prefix: string[];
  owner?: { uid: number; gid: number };
  /** Description of the way the program runs, for the log. */
  how: string;
}

/** No way was found to run PostgreSQL for this user and these folders. */
export class CannotRunError extends Error {
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
 * PostgreSQL refuses to run as root. As root it runs as `nobody`; if that user cannot access the folders
 * (a project under /root), with the one capability that lets it pass, else in a user namespace.
 * @param program something that answers --version
 * @param folder the data folder; it exists already
 * @throws CannotRunError saying what to do
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
  // PostgreSQL looks for its own programs by access(), which asks without the capability.
  const findsItself =
    (await works([...prefix, "test", "-x", program])) && (await works([...prefix, program, "--version"]));
  return findsItself && (await works([...prefix, "ls", "-d", `${folder}/.`]));
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

/** Gives a folder and all in it to the owner; the folder itself last, as the mark that all is done. */
export async function giveTo(path: string, owner: RunAs["owner"]): Promise<void> {
  if (owner === undefined) return;
  const entry = await lstat(path);
  if (entry.uid === owner.uid) return;
  if (entry.isDirectory()) for (const name of await readdir(path)) await giveTo(join(path, name), owner);
  await lchown(path, owner.uid, owner.gid);
}

/** `setpriv --pdeathsig`, where there is one: the kernel then sends the signal when the supervisor dies. */
export async function diesWithUs(signal: "INT" | "TERM"): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const prefix = ["setpriv", `--pdeathsig=${signal}`];
  return (await works([...prefix, "true"])) ? prefix : [];
}
