/** Layout of ROOST_DATA, and the supervisor's small files in it. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { inTurn } from "./in-turn.ts";

export interface DataFolder {
  root: string;
  engines: string;
  postgres: string;
  meili: string;
  bin: string;
  logs: string;
  lock: string;
  runtime: string;
}

/** Creates the folder if needed and returns its paths, with links resolved so that process arguments can be compared. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true });
  const root = await realpath(path);
  const folder: DataFolder = {
    root,
    engines: join(root, "engines"),
    postgres: join(root, "engines", "postgres"),
    meili: join(root, "engines", "meili"),
    bin: join(root, "bin"),
    logs: join(root, "logs"),
    lock: join(root, "launch.lock"),
    runtime: join(root, "runtime.json"),
  };
  await Promise.all(
    [folder.engines, folder.bin, folder.logs].map((name) => mkdir(name, { recursive: true })),
  );
  return folder;
}

/** Both engines start at once, and change the same files. */
const change = inTurn();

const Secrets = z.object({ postgresPassword: z.string().min(16), meiliKey: z.string().min(16) });
export type Secrets = z.infer<typeof Secrets>;

/** Random passwords of the bundled engines, created at first start and readable by the owner only. */
export function readSecrets(folder: DataFolder): Promise<Secrets> {
  return change(async () => {
    const path = join(folder.engines, "secrets.json");
    const known = await readJson(path, Secrets);
    if (known !== undefined) return known;
    const made = {
      postgresPassword: randomBytes(24).toString("hex"),
      meiliKey: randomBytes(24).toString("hex"),
    };
    await writeJson(path, made);
    return made;
  });
}

const Ports = z.object({ postgres: z.number().optional(), meili: z.number().optional() });

/** Ports of the last start, so that addresses stay stable if possible. */
export async function readPorts(folder: DataFolder): Promise<z.infer<typeof Ports>> {
  return (await readJson(join(folder.engines, "ports.json"), Ports)) ?? {};
}

export function rememberPort(folder: DataFolder, name: "postgres" | "meili", port: number): Promise<void> {
  return change(async () => {
    const ports = await readPorts(folder);
    if (ports[name] !== port) await writeJson(join(folder.engines, "ports.json"), { ...ports, [name]: port });
  });
}

/** State that a running supervisor publishes for other commands on the same data folder. */
export const Runtime = z.object({
  pid: z.number(),
  started: z.string().optional(),
  command: z.string(),
  address: z.string().optional(),
  stopping: z.boolean().optional(),
  databaseUrl: z.string().optional(),
  meili: z.object({ url: z.string(), key: z.string() }).optional(),
  searchProblem: z
    .object({ kind: z.enum(["none", "starting", "failing"]), text: z.string(), advice: z.string() })
    .optional(),
});
export type Runtime = z.infer<typeof Runtime>;

export async function readJson<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<z.infer<T> | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined; // truncated by an old crash: counts as absent
  }
}

/**
 * Writes a temporary file and renames it, so that a file is never incomplete. Mode 0600, since these contain keys.
 * Writes of one path must not overlap.
 */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}
