/**
 * `npm run sample -- --posts N --seed S [--out DIR]`: writes the sample archive as a bundle folder; `--remove` removes
 * it from the archive.
 */
import { readdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { printHelp } from "#backend/command-help.ts";
import { readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { FullDiskError, orFullDisk } from "#backend/full-disk.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { DEFAULT_POSTS, DEFAULT_SEED, generateSample } from "./generate.ts";
import { removeSample } from "./remove.ts";

const USAGE =
  "Usage: npm run sample -- [--posts N] [--seed TEXT] [--out DIR]\nWrites a bundle folder (default ./sample-bundle) that npm run ingest reads.\n       npm run sample -- --remove   takes the sample that a first start loaded out of the archive";

async function main(): Promise<number> {
  printHelp(USAGE);
  const { values } = parseArgs({
    options: {
      posts: { type: "string", default: String(DEFAULT_POSTS) },
      seed: { type: "string", default: DEFAULT_SEED },
      out: { type: "string", default: "sample-bundle" },
      remove: { type: "boolean" },
    },
  });
  if (values.remove) return await remove();
  const posts = Number(values.posts);
  if (!Number.isInteger(posts) || posts < 1) {
    console.error(`--posts takes a whole number above 0, not ${values.posts}.\n${USAGE}`);
    return 2;
  }
  const out = resolve(values.out);
  if ((await readdir(out).catch(() => [])).length > 0) {
    console.error(`${out} is not empty; a bundle is written into a new or empty folder.`);
    return 2;
  }
  const started = performance.now();
  const counts = await generateSample({ posts, seed: values.seed, out }).catch(async (error: unknown) => {
    throw await orFullDisk(error, { folders: [dirname(out)] });
  });
  const seconds = (performance.now() - started) / 1000;
  for (const [entity, count] of Object.entries(counts)) console.log(`${entity.padEnd(26)}${count}`);
  console.log(
    `Wrote ${out} in ${seconds.toFixed(1)} s, ${Math.round((counts.posts ?? 0) / seconds)} posts/s.`,
  );
  return 0;
}

async function remove(): Promise<number> {
  const config = readConfig();
  await withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 2, name: "roost-sample" });
    try {
      const { creators, posts, files } = await removeSample(sql, [openStorage(config)]);
      console.log(
        creators === 0
          ? "The sample is not in this archive."
          : `Removed the sample: ${creators} creators, ${posts} posts, ${files} files. Search follows within moments.`,
      );
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof FullDiskError || error instanceof SettingsError) console.error(error.message);
  else console.error(error instanceof Error ? `${error.message}\n${USAGE}` : error);
  return 2;
});
