/** Removes the sample from an archive. */
import type { Sql } from "../db/client.ts";
import { deleteRemovedFiles, type FileRemover } from "../takedowns/removed-files.ts";
import { allowReimport, takeDown } from "../takedowns/take-down.ts";
import { DEFAULT_POSTS, DEFAULT_SEED } from "./defaults.ts";
import { LONG_RUN } from "./long-run.ts";
import { peopleFor, SERVERS } from "./people.ts";

export interface RemovedSample {
  creators: number;
  posts: number;
  files: number;
}

/**
 * Deletes the creators of the default sample with all their content, and the files that nothing else uses; everything
 * else in the archive stays. Nothing is blocked: the sample can be imported again. Idempotent; the search index follows
 * through the outbox.
 */
export async function removeSample(sql: Sql, removers: readonly FileRemover[]): Promise<RemovedSample> {
  // First, so that no start loads it again, and the worker goes on, if this is interrupted.
  await sql`update site_settings set sample = 'removing'`;
  const people = [
    ...peopleFor(DEFAULT_POSTS, DEFAULT_SEED),
    LONG_RUN,
    ...SERVERS.map(({ id }) => ({ service: "discord", id })),
  ];
  const removed: RemovedSample = { creators: 0, posts: 0, files: 0 };
  const targets = people.map(({ service, id }) => ({ service, user: id, post: null }));
  for (const target of targets) {
    const { found, posts, files } = await takeDown(sql, target, "Sample");
    if (found) removed.creators += 1;
    removed.posts += posts;
    removed.files += files;
  }
  await deleteRemovedFiles(sql, removers);
  for (const target of targets) await allowReimport(sql, target);
  await sql`update site_settings set sample = 'removed'`;
  return removed;
}
