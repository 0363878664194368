/** `roost backup`: backs up the whole archive, or verifies its backups (docs/backup.md). */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Config, readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { clock, progressBar } from "#backend/imports/bundle/progress.ts";
import { withDatabase, withEngines } from "#backend/supervisor/engines.ts";
import { type BackupSummary, backUp } from "./back-up.ts";
import { Backup } from "./backup.ts";
import { openPlace, readPassphrase } from "./open.ts";
import { BackupError } from "./place.ts";
import { prune } from "./prune.ts";
import { removalLines } from "./removals.ts";
import { verify } from "./verify.ts";

export interface BackupCommandOptions {
  verify?: boolean;
  /** Number of snapshots to keep. */
  keep?: number;
  /** File for the list of removals. */
  removals?: string;
}

/** @returns exit code: 1 if files are missing or damaged */
export async function backupCommand(
  target: string | undefined,
  { verify: verifies = false, keep, removals }: BackupCommandOptions,
): Promise<number> {
  const config = readConfig();
  if (removals !== undefined) return await writeRemovalList(config, removals);
  if (target === undefined) throw new BackupError("Name a folder or s3://bucket/prefix.");
  const place = await openPlace(target, config);
  const passphrase = await readPassphrase(config);
  if (verifies) return await verifyBackup(await Backup.open(place, passphrase));
  const backup = await Backup.openOrCreate(place, passphrase);
  const started = Date.now();
  const bar = progressBar(process.stderr);
  const summary = await withEngines(config, { postgres: true, meili: false }, ({ databaseUrl }) =>
    backUp({
      ...{ databaseUrl, config, backup },
      storage: openStorage(config),
      onProgress: (what, records) => bar.show({ what, records, done: 0, total: undefined }),
    }),
  );
  bar.end();
  console.log(describe(summary, `${place.label} in ${clock((Date.now() - started) / 1_000)}`));
  if (keep !== undefined) {
    const pruned = await prune(backup, keep);
    if (pruned.snapshots > 0)
      console.log(`${pruned.snapshots} older backups deleted, and ${pruned.files} files that only they had.`);
  }
  for (const { path, fault } of summary.problems) console.error(`${path}: ${fault}`);
  if (summary.problems.length > 0) console.error("These files are not in the backup. See: roost doctor");
  return summary.problems.length > 0 ? 1 : 0;
}

function describe({ manifest, copied, linked, kept, removed }: BackupSummary, where: string): string {
  const rows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  const number = (value: number) => value.toLocaleString("en");
  return [
    `Backup ${manifest.id} of ${number(rows)} rows and ${number(manifest.files.count)} files to ${where}.`,
    `${number(copied)} files are new (${number(linked)} hard links), ${number(kept)} were there.`,
    ...(removed === 0 ? [] : [`${number(removed)} copies were deleted because of takedowns.`]),
    ...(manifest.importer_key === null
      ? []
      : [`The importer's private key is in ${manifest.importer_key.name}: it opens all saved session keys.`]),
  ].join("\n");
}

async function verifyBackup(backup: Backup): Promise<number> {
  const bar = progressBar(process.stderr);
  const { snapshots, files, problems } = await verify(backup, (what, records) =>
    bar.show({ what, records, done: 0, total: undefined }),
  );
  bar.end();
  for (const { name, fault } of problems) console.error(`${name}: ${fault}`);
  console.log(`${snapshots} backups and ${files} files read: ${problems.length} damaged or missing.`);
  return problems.length > 0 ? 1 : 0;
}

async function writeRemovalList(config: Config, path: string): Promise<number> {
  await withDatabase(config, { name: "roost-backup" }, async (sql) => {
    await pipeline(removalLines(sql), createWriteStream(path, { mode: 0o600 }));
  });
  return 0;
}
