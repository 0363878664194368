/** `roost restore`: restores a backup into an empty archive (docs/backup.md). */
import { readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { clock, progressBar } from "#backend/imports/bundle/progress.ts";
import { MIGRATIONS, withEngines } from "#backend/supervisor/engines.ts";
import { Backup } from "./backup.ts";
import { openPlace, readPassphrase } from "./open.ts";
import { removalsOf } from "./removals.ts";
import { restore } from "./restore.ts";

export interface RestoreCommandOptions {
  /** Snapshot; the newest by default. */
  snapshot?: string;
  /** File with removals to apply. */
  removals?: string;
}

/** @returns exit code: 1 if files are missing or damaged in the backup */
export async function restoreCommand(target: string, options: RestoreCommandOptions): Promise<number> {
  const config = readConfig();
  const backup = await Backup.open(await openPlace(target, config), await readPassphrase(config));
  const removals = options.removals === undefined ? [] : await removalsOf(options.removals);
  const bar = progressBar(process.stderr);
  const started = Date.now();
  const needs = { postgres: true, meili: false, migrates: false };
  const { manifest, ...restored } = await withEngines(config, needs, ({ databaseUrl }) =>
    restore({
      ...{ databaseUrl, migrations: MIGRATIONS, config, backup, removals },
      storage: openStorage(config),
      id: options.snapshot,
      onProgress: (what, records) => bar.show({ what, records, done: 0, total: undefined }),
    }),
  );
  bar.end();
  console.log(
    `Backup ${manifest.id} of ${manifest.taken_at} restored in ${clock((Date.now() - started) / 1_000)}: ${manifest.tables.length} tables, ${restored.files} files.`,
  );
  if (restored.removals > 0) console.log(`${restored.removals} newer removals were repeated.`);
  if (manifest.importer_key !== null && !restored.hasImporterKey)
    console.error(
      `The importer's private key ${manifest.importer_key.fingerprint} was not restored: saved session keys need it (IMPORTER_KEY_FILE).`,
    );
  for (const { path, fault } of restored.problems) console.error(`${path}: ${fault}`);
  return restored.problems.length > 0 ? 1 : 0;
}
