/** The default sample comes into an empty database whole, by the same way as any other archive, and goes again. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { loadSample } from "#backend/sample/load.ts";
import { removeSample } from "#backend/sample/remove.ts";
import { createDatabase } from "#tests/support/database.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";

test("the sample is loaded without a fault and typing-error words are in it", {
  timeout: 600_000,
}, async () => {
  await using database = await createDatabase();
  const data = await mkdtemp(join(tmpdir(), "roost-sample-load-"));
  try {
    const lines: string[] = [];
    await loadSample(readConfig({ ROOST_DATA: data }), database.url, (line) => lines.push(line));
    const [found] = await database.sql`
      select (select count(*) from posts) as posts, (select count(distinct service) from creators) as services,
        (select count(*) from posts where title like '%Genshin%') as genshin, (select count(*) from file_uses) as uses,
        (select count(*) from post_flags where state = 'open') as flags`;
    expect(found).toMatchObject({ posts: 760, services: 12, flags: 3 });
    expect(found!.genshin).toBeGreaterThan(5);
    expect(found!.uses).toBeGreaterThan(500);
    expect(lines).toHaveLength(1);
    const state = async () => (await database.sql`select sample from site_settings`)[0]?.sample;
    expect(await state()).toBe("loaded");

    // Somebody's own post stays when the sample goes, and so does the file that both use.
    const { sql } = database;
    await buildCreator(sql, { id: "own" });
    const [shared] = await sql`select file from posts where file <> '{}' order by service, id limit 1`;
    await buildPost(sql, { id: "own-post", user: "own", file: shared!.file });
    await sql`delete from index_outbox`;
    const storage = openStorage(readConfig({ ROOST_DATA: data }));
    const removed = await removeSample(sql, [storage]);
    expect(removed).toMatchObject({ creators: 43, posts: 760 });
    expect(removed.files).toBeGreaterThan(200);
    const [left] = await sql`
      select (select count(*) from creators) as creators, (select count(*) from posts) as posts,
        (select count(*) from post_revisions) as revisions, (select count(*) from comments) as comments,
        (select count(*) from dms) as dms, (select count(*) from discord_messages) as messages,
        (select count(*) from announcements) as announcements, (select count(*) from fancards) as fancards,
        (select count(*) from shares) as shares, (select count(*) from files) as files,
        (select count(*) from post_flags) as flags, (select count(*) from takedowns) as takedowns`;
    expect(left).toEqual({
      ...{ creators: 1, posts: 1, revisions: 0, comments: 0, dms: 0, messages: 0 },
      ...{ announcements: 0, fancards: 0, shares: 0, files: 1, flags: 0, takedowns: 0 },
    });
    const [outbox] = await sql`select count(*) from index_outbox`;
    expect(outbox!.count).toBeGreaterThanOrEqual(760);
    const stored = (await readdir(data, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(stored.map(({ name }) => name).filter((name) => /^[0-9a-f]{64}/.test(name))).toHaveLength(1);
    expect(await state()).toBe("removed");
    expect(await removeSample(sql, [storage])).toEqual({ creators: 0, posts: 0, files: 0 });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
