/** The sample archive into an empty database, as `npm start` does it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestBundle } from "../bundle/ingest.ts";
import { openFolder } from "../bundle/source.ts";
import type { Config } from "../config.ts";
import { openDatabase } from "../db/client.ts";
import { openStorage } from "../files/open.ts";
import { DEFAULT_POSTS, DEFAULT_SEED, generateSample } from "./generate.ts";

/**
 * Generates the default sample in a temporary folder and imports it. Idempotent.
 * @throws if the sample is not a valid bundle, which is a bug
 */
export async function loadSample(
  config: Config,
  databaseUrl: string,
  log: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "roost-sample-"));
  const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 2, name: "roost-sample" });
  try {
    const counts = await generateSample({ posts: DEFAULT_POSTS, seed: DEFAULT_SEED, out: folder });
    const faults: string[] = [];
    await ingestBundle({
      sql,
      storage: openStorage(config),
      source: await openFolder(folder),
      onProblem: ({ file, line, reason }) => faults.push(`${file}:${line}: ${reason}`),
    });
    if (faults.length > 0)
      throw new Error(`The sample archive has faults:\n${faults.slice(0, 10).join("\n")}`);
    await sql`update site_settings set sample = 'loaded'`;
    log(`Sample archive: ${counts.posts} posts by ${counts.creators} creators, ${counts.files} files.`);
  } finally {
    await sql.end({ timeout: 5 });
    await rm(folder, { recursive: true, force: true });
  }
}
