/** Reads everything of a backup and compares it with its hashes. */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { FileError, StorageError } from "#backend/files/storage.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Backup } from "./backup.ts";
import { dataFileName } from "./data-files.ts";
import { DataFile, type Manifest, type Part, StoredFile } from "./format.ts";
import { BackupError } from "./place.ts";
import { newestRemovals, removedHashes } from "./removals.ts";

export interface Verified {
  snapshots: number;
  files: number;
  /** Names in the backup, each with its fault. */
  problems: { name: string; fault: string }[];
}

/** @throws BackupError without the passphrase of an encrypted backup */
export async function verify(
  backup: Backup,
  onProgress?: (what: string, count: number) => void,
): Promise<Verified> {
  await backup.unlock();
  const ids = await backup.snapshots();
  if (ids.length === 0) throw new BackupError(`${backup.place.label} has no complete backup yet.`);
  const removed = removedHashes(await newestRemovals(backup));
  const result: Verified = { snapshots: ids.length, files: 0, problems: [] };
  const seen = new Set<string>();
  const check = async (name: string, hash: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    result.files += 1;
    onProgress?.("files", result.files);
    const fault = await faultOf(async () => await hashOf(await backup.read(name)), hash);
    if (fault !== undefined && !(fault === "missing" && removed.has(hash)))
      result.problems.push({ name, fault });
  };
  for (const id of ids) {
    const manifest = await backup.manifest(id);
    const bad = await badParts(backup, manifest);
    result.problems.push(...bad);
    const isReadable = (part: Part) => !bad.some(({ name }) => name === part.name);
    if (isReadable(manifest.files))
      for await (const { hash, ext } of backup.readLines(manifest.files.name, StoredFile))
        await check(backup.fileName(filePath(hash, ext)), hash);
    if (isReadable(manifest.data_files))
      for await (const { hash } of backup.readLines(manifest.data_files.name, DataFile))
        await check(dataFileName(backup, hash), hash);
  }
  return result;
}

async function badParts(backup: Backup, manifest: Manifest): Promise<Verified["problems"]> {
  const { tables, files, data_files, settings } = manifest;
  const bad: Verified["problems"] = [];
  for (const { name, sha256 } of [...tables, files, data_files, settings]) {
    const fault = await faultOf(async () => await hashOf(await backup.place.read(name)), sha256);
    if (fault !== undefined) bad.push({ name, fault });
  }
  return bad;
}

/** @returns undefined if all is well */
async function faultOf(read: () => Promise<string>, expected: string): Promise<string | undefined> {
  try {
    return (await read()) === expected ? undefined : "damaged";
  } catch (error) {
    if (error instanceof FileError && error.fault === "missing file") return "missing";
    if (error instanceof BackupError || error instanceof StorageError) throw error;
    return "damaged"; // it cannot be decrypted
  }
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest("hex");
}
