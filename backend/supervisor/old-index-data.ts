/** Deletes index data that were set aside, once the indexer has rebuilt the index. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { openDatabase } from "#backend/db/client.ts";
import { INDEXES } from "#shared/search/documents.ts";
import type { DataFolder } from "./data-folder.ts";
import { IndexData } from "./index-data.ts";

const CHECK_INTERVAL_MS = 5_000;
const REQUEST_TIMEOUT_MS = 4_000;
const Indexes = z.object({ results: z.array(z.object({ uid: z.string(), createdAt: z.string() })) });

interface Engine {
  url: string;
  key: string;
  /** Put before index names. */
  prefix: string;
}

/** Checks from time to time, as data may be set aside at any restart of the engine. @returns a function that stops it */
export function deleteOldIndexData(
  { meili }: DataFolder,
  databaseUrl: string,
  engine: Engine,
  log: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const data = new IndexData(meili);
  const run = async () => {
    while (!stopping.signal.aborted) {
      // Fails while the database or the engine is away.
      if ((await data.isSetAside()) && (await isRebuilt(databaseUrl, engine).catch(() => false))) {
        await data.deleteSetAside();
        log("The search index is rebuilt, and the old index data are deleted.");
      }
      await sleep(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run().catch((error: Error) => log(`The old index data are not deleted: ${error.message}`));
  return async () => {
    stopping.abort();
    await running;
  };
}

/** True if every index of the engine is one that the indexer has completed. */
async function isRebuilt(databaseUrl: string, { url, key, prefix }: Engine): Promise<boolean> {
  const answer = await fetch(`${url}/indexes?limit=1000`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const { results } = Indexes.parse(await answer.json());
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-launch" });
  try {
    const built = await sql<{ index_name: string; created_at: string }[]>`
      select index_name, created_at from index_builds`;
    return INDEXES.every((name) => {
      const index = results.find(({ uid }) => uid === prefix + name);
      return (
        index !== undefined &&
        built.some((row) => row.index_name === name && row.created_at === index.createdAt)
      );
    });
  } finally {
    await sql.end({ timeout: 2 });
  }
}
