/** Removals travel with every backup, so that content taken down later is not restored from an earlier one. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { z } from "zod";
import type { Db, Tx } from "#backend/db/client.ts";
import { hide, takeDownIn } from "#backend/takedowns/take-down.ts";
import { isTarget } from "#backend/takedowns/target.ts";
import { type Backup, linesOf } from "./backup.ts";
import { REMOVALS } from "./format.ts";
import { BackupError } from "./place.ts";

const Takedown = z.object({
  service: z.string(),
  user: z.string(),
  post: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  share: z.nullable(z.string()),
  file: z.nullable(z.string()),
  kind: z.enum(["takedown", "hidden"]),
  reason: z.string(),
  /** Only hidden so far. */
  held: z.boolean(),
  /** When it will be deleted. */
  purge_at: z.nullable(z.string()),
});
type Takedown = z.infer<typeof Takedown>;

/** A removed target, or a file deleted with one. */
const Removal = z.union([z.object({ takedown: Takedown }), z.object({ file: z.string(), path: z.string() })]);
export type Removal = z.infer<typeof Removal>;

/** All removals in effect. */
export async function* readRemovals(db: Db): AsyncGenerator<Removal> {
  const takedowns = await db<Takedown[]>`
    select service, "user", post, comment, share, file, kind, reason, held, purge_at::text from takedowns order by seq`;
  for (const takedown of takedowns) yield { takedown };
  const files = db<{ hash: string; path: string }[]>`
    select hash, path from removed_files where not held order by hash`.cursor(1_000);
  for await (const rows of files) for (const { hash: file, path } of rows) yield { file, path };
}

export const writeRemovals = async (backup: Backup, id: string, db: Db) =>
  await backup.writeLines(REMOVALS + id, readRemovals(db));

/** Reads the list of the newest backup: each list is complete, and lacks what was undone since. */
export async function newestRemovals(backup: Backup): Promise<Removal[]> {
  const names: string[] = [];
  for await (const { name } of backup.place.list(REMOVALS)) names.push(name);
  const name = names.sort().at(-1);
  if (name === undefined) return [];
  const removals: Removal[] = [];
  for await (const removal of backup.readLines(name, Removal)) removals.push(removal);
  return removals;
}

/** Reads a file as written by `roost backup --removals`. @throws BackupError */
export async function removalsOf(path: string): Promise<Removal[]> {
  const removals: Removal[] = [];
  try {
    for await (const line of linesOf(createReadStream(path))) removals.push(Removal.parse(JSON.parse(line)));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new BackupError(`${path} is not a list of removals: ${reason}`);
  }
  return removals;
}

/** Formats all removals as lines of JSON. */
export const removalLines = (db: Db): Readable =>
  Readable.from(
    (async function* () {
      for await (const removal of readRemovals(db)) yield `${JSON.stringify(removal)}\n`;
    })(),
  );

/** SHA-256 of files that removals deleted. */
export const removedHashes = (removals: readonly Removal[]): Set<string> =>
  new Set(
    removals.flatMap((removal) =>
      "file" in removal ? removal.file : removal.takedown.held ? [] : (removal.takedown.file ?? []),
    ),
  );

/** Repeats removals that the database does not have. @returns number of repeated ones */
export async function replayRemovals(tx: Tx, removals: readonly Removal[]): Promise<number> {
  let count = 0;
  for (const removal of removals) {
    if (!("takedown" in removal)) continue;
    const { kind, reason, held, purge_at, ...target } = removal.takedown;
    const known = await tx`
      select from takedowns where ${isTarget(tx, target)} and kind = ${kind} and held = ${held}`;
    if (known.length > 0) continue;
    count += 1;
    if (!held && kind === "takedown") {
      await takeDownIn(tx, target, reason);
      continue;
    }
    const { seq } = await hide(tx, { target, kind, reason, actor: null, days: null });
    await tx`update takedowns set purge_at = ${purge_at}::text::timestamptz where seq = ${seq} and held`;
  }
  return count;
}
