import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDatabase } from "#tests/support/database.ts";
import { creator, ingestFolder, post, spawnIngest, storedFile, temporary, writeBundle } from "./bundle.ts";

const POSTS = 3000;
const TAGS = 50;

test("an ingest killed at any moment resumes where it was: nothing lost, nothing doubled", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const at = (name: string) => join(folder.path, name);
  const files = Array.from({ length: 20 }, (_, n) => storedFile(`file ${n} `.repeat(20_000)));
  const posts = Array.from({ length: POSTS }, (_, n) =>
    post(String(n).padStart(6, "0"), { content: `version ${n} `.repeat(30).trim(), tags: [`t${n % TAGS}`] }),
  );
  // Older revisions of the posts, so that every batch also has revisions to write.
  await writeBundle(at("old"), {
    creators: [creator("1")],
    posts: posts.map((one) => ({ ...one, content: "old" })),
  });
  await writeBundle(
    at("new"),
    { files: files.map((file) => file.record), creators: [creator("1")], posts },
    files,
  );
  // Killed among new posts first, then among changed ones.
  const first = spawnIngest(database.url, at("data"), [at("old")]);
  while ((await progress(sql)) === "" && first.child.exitCode === null) await sleep(3);
  first.child.kill("SIGKILL");
  await first.ended;
  await ingestFolder(sql, at("old"), at("data"));

  const stages = new Set<string>();
  for (const later of [0, 30]) {
    const before = await progress(sql);
    const run = spawnIngest(database.url, at("data"), [at("new")]);
    while ((await progress(sql)) === before && run.child.exitCode === null) await sleep(3);
    await sleep(later);
    run.child.kill("SIGKILL");
    await run.ended;
    stages.add(await progress(sql));
  }
  expect(stages.size).toBe(2); // it was killed at two places, and went on in between
  const { code, out } = await spawnIngest(database.url, at("data"), [at("new")]).ended;
  expect(code).toBe(0);
  expect(out).toContain("Went on where an earlier run");

  const digest = createHash("md5")
    .update(posts.map(({ id, content }) => id + content).join(","))
    .digest("hex");
  expect(
    await sql`
    select (select count(*) from posts) as posts, (select count(*) from post_revisions where content = 'old') as former,
      (select count(*) from post_revisions) as revisions, (select count(distinct id) from post_revisions) as revised,
      (select md5(string_agg(id || content, ',' order by id)) from posts) as digest,
      (select post_count from creators) as counted, (select count(*) from files) as files,
      (select count(*) from tags where post_count = ${POSTS / TAGS}) as tags,
      (select count(*) from ingest_progress) as progress`,
  ).toEqual([
    {
      posts: POSTS,
      former: POSTS,
      revisions: POSTS,
      revised: POSTS,
      digest,
      counted: POSTS,
      files: files.length,
      tags: TAGS,
      progress: 0,
    },
  ]);
  for (const file of files)
    expect((await readFile(at(`data/files${file.path}`))).equals(file.bytes)).toBe(true);
}, 240_000);

async function progress(sql: Awaited<ReturnType<typeof createDatabase>>["sql"]): Promise<string> {
  const rows = await sql<
    { entity: string; line: number }[]
  >`select entity, line from ingest_progress order by entity`;
  return rows.map(({ entity, line }) => `${entity}:${line}`).join(" ");
}
