/** Imports of many posts: killed in the middle, and of 100,000 small files. `npm run test:slow` runs them in full. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { closeGate } from "#tests/support/gate.ts";
import { sized } from "#tests/support/scale.ts";
import { archiveOf, importFolders, patreonFile, spawnImport, writeFiles } from "./import.ts";

const POSTS = sized(1500, 100_000);
const MINUTES = sized(10, 30);
const NAMES = 200;
/** Each post with a file of its own and its metadata beside it, some hundreds to a folder. */
async function writeDownloads(folder: string): Promise<void> {
  for (let first = 0; first < POSTS; first += NAMES) {
    const inner = `folder ${first}`;
    await writeFiles(folder, { [`${inner}/${100_000 + first}_01.txt`]: `file ${first}` });
    for (let n = first; n < Math.min(first + NAMES, POSTS); n++) {
      const name = join(folder, inner, `${100_000 + n}_01.txt`);
      await writeFile(name, `file ${n}`);
      await writeFile(`${name}.json`, JSON.stringify(patreonFile(100_000 + n, 1, "txt")));
    }
  }
}

test(
  "an import killed at any moment goes on with the same command: nothing lost, nothing doubled, nothing read twice",
  async () => {
    await using database = await createDatabase();
    await using folder = await temporary();
    const { sql } = database;
    const [downloads, data] = [join(folder.path, "in"), join(folder.path, "data")];
    await writeDownloads(downloads);
    const counts = async () => {
      const [row] = await sql<{ posts: number; remembered: number }[]>`
        select (select count(*) from posts) as posts, (select count(*) from imported_files) as remembered`;
      return row ?? { posts: 0, remembered: 0 };
    };
    const stages: number[] = [];
    // However late this process looks, the first run stays before its second batch of posts.
    const isSecond = "exists (select from posts where pg_xact_status(xmin::text::xid8) = 'committed')";
    const gate = await closeGate(sql, "posts", isSecond);
    for (const later of [0, 50]) {
      const before = (await counts()).posts;
      const run = spawnImport(database.url, data, [downloads, "--yes"]);
      while ((await counts()).posts === before && run.child.exitCode === null) await sleep(5);
      await sleep(later);
      run.child.kill("SIGKILL");
      await run.ended;
      stages.push((await counts()).posts);
      if (stages.length === 1) await gate.open();
    }
    expect(stages[0]).toBeGreaterThan(0);
    expect(stages[0]).toBeLessThan(POSTS);
    const { remembered } = await counts();
    const { list, added, filesStored } = await importFolders(sql, data, [downloads]);
    expect(list).toEqual([]);
    expect(added.posts).toBe(POSTS - (stages[1] ?? 0));
    expect(filesStored).toBeLessThanOrEqual(POSTS - remembered);
    expect(await counts()).toEqual({ posts: POSTS, remembered: POSTS });
    expect(
      await sql`select count(*)::int as n, sum(jsonb_array_length(attachments))::int as files from posts`,
    ).toEqual([{ n: POSTS, files: POSTS }]);
    expect(await sql`select from post_revisions`).toHaveLength(0);
    const before = await archiveOf(sql);
    const again = await importFolders(sql, data, [downloads]);
    expect([again.filesStored, again.added.posts, again.changed.posts]).toEqual([0, 0, 0]);
    expect(await archiveOf(sql)).toEqual(before);
  },
  MINUTES * 60_000,
);
