/** `roost sample`: writes the sample archive as a bundle folder, or removes the sample from the archive. */
import { readdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readConfig } from "#backend/config.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { openStorage } from "#backend/files/open.ts";
import { orFullDisk } from "#backend/full-disk.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { generateSample } from "./generate.ts";
import { removeSample } from "./remove.ts";

/** @param options `out` is a new or empty folder */
export async function generateCommand(options: { posts: number; seed: string; out: string }): Promise<void> {
  const out = resolve(options.out);
  if ((await readdir(out).catch(() => [])).length > 0)
    throw new ExpectedError(`${out} is not empty; a bundle is written into a new or empty folder.`);
  const started = performance.now();
  const counts = await generateSample({ ...options, out }).catch(async (error: unknown) => {
    throw await orFullDisk(error, { folders: [dirname(out)] });
  });
  const seconds = (performance.now() - started) / 1000;
  for (const [entity, count] of Object.entries(counts)) console.log(`${entity.padEnd(26)}${count}`);
  console.log(
    `Wrote ${out} in ${seconds.toFixed(1)} s, ${Math.round((counts.posts ?? 0) / seconds)} posts/s.`,
  );
}

export async function removeCommand(): Promise<void> {
  const config = readConfig();
  await withDatabase(config, { statementTimeout: 0, max: 2, name: "roost-sample" }, async (sql) => {
    const { creators, posts, files } = await removeSample(sql, [openStorage(config)]);
    console.log(
      creators === 0
        ? "The sample is not in this archive."
        : `Removed the sample: ${creators} creators, ${posts} posts, ${files} files. Search follows within moments.`,
    );
  });
}
