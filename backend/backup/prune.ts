/** Deletes old snapshots, and files that no remaining one has. */

import type { Backup } from "./backup.ts";
import { DataFile, FILES, type Manifest, SNAPSHOTS, StoredFile } from "./format.ts";

export interface Pruned {
  snapshots: number;
  files: number;
}

/**
 * Keeps the newest snapshots. Lists of removals stay, so that they are known to a restore.
 * @param keep at least 1
 */
export async function prune(backup: Backup, keep: number): Promise<Pruned> {
  const ids = await backup.snapshots();
  const old = new Set(ids.slice(0, -keep));
  if (old.size === 0) return { snapshots: 0, files: 0 };
  const used = new Set<string>();
  for (const id of ids.slice(-keep)) await addHashes(backup, await backup.manifest(id), used);
  for await (const { name } of backup.place.list(SNAPSHOTS))
    if (old.has(name.slice(SNAPSHOTS.length).split("/")[0] ?? "")) await backup.place.remove(name);
  let files = 0;
  for await (const { name } of backup.place.list(FILES)) {
    const [hash] = /[0-9a-f]{64}/.exec(name) ?? [];
    if (hash === undefined || used.has(hash)) continue;
    await backup.place.remove(name);
    files += 1;
  }
  return { snapshots: old.size, files };
}

async function addHashes(backup: Backup, { files, data_files }: Manifest, used: Set<string>): Promise<void> {
  for await (const { hash } of backup.readLines(files.name, StoredFile)) used.add(hash);
  for await (const { hash } of backup.readLines(data_files.name, DataFile)) used.add(hash);
}
