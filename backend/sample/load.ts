/** Loads the sample archive into an empty database, for `npm start`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FLAG_REASONS } from "#shared/rules/flags.ts";
import type { Config } from "../config.ts";
import { openDatabase, type Sql } from "../db/client.ts";
import { openStorage } from "../files/open.ts";
import { ingestBundle } from "../imports/bundle/ingest.ts";
import { openFolder } from "../imports/bundle/source.ts";
import { DEFAULT_POSTS, DEFAULT_SEED } from "./defaults.ts";
import { generateSample } from "./generate.ts";
import { LONG_RUN } from "./long-run.ts";

const FLAGGED = 3;

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
    await flagSome(sql);
    await sql`update site_settings set sample = 'loaded'`;
    log(`Sample archive: ${counts.posts} posts by ${counts.creators} creators, ${counts.files} files.`);
  } finally {
    await sql.end({ timeout: 5 });
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds flags, which bundles do not contain. */
async function flagSome(sql: Sql): Promise<void> {
  const { service, id } = LONG_RUN;
  await sql`
    insert into post_flags (service, id, reason, content)
    select service, id, ${FLAG_REASONS[0]}, json_build_object('title', title, 'content', content, 'file', file,
      'attachments', attachments, 'published', iso(published), 'edited', iso(edited))
    from posts where service = ${service} and "user" = ${id} order by published limit ${FLAGGED}
    on conflict (service, id) where state = 'open' do nothing`;
}
