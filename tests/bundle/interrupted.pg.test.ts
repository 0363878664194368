import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { createDatabase } from "#tests/support/database.ts";
import { closeGate } from "#tests/support/gate.ts";
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
  const stages = new Set<string>();
  /** Kills an ingest after its next step, and before its last one however late this process is. */
  const kill = async (folder: string, later: number) => {
    const before = await progress(sql);
    const [{ line }] = await sql<[{ line: number }]>`
      select coalesce(max(line), 0)::integer as line from ingest_progress where entity = 'posts'`;
    const isPastNext = `exists (select from ingest_progress where entity = 'posts' and line > ${line})`;
    const gate = await closeGate(sql, "posts", isPastNext);
    const run = spawnIngest(database.url, at("data"), [folder]);
    while ((await progress(sql)) === before && run.child.exitCode === null) await sleep(3);
    await sleep(later);
    run.child.kill("SIGKILL");
    await run.ended;
    await gate.open();
    stages.add(await progress(sql));
  };
  // Killed among new posts first, then among changed ones.
  await kill(at("old"), 0);
  await ingestFolder(sql, at("old"), at("data"));
  stages.clear();
  await kill(at("new"), 0);
  await kill(at("new"), 30);
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
}, 600_000);

async function progress(sql: Sql): Promise<string> {
  const rows = await sql<
    { entity: string; line: number }[]
  >`select entity, line from ingest_progress order by entity`;
  return rows.map(({ entity, line }) => `${entity}:${line}`).join(" ");
}
