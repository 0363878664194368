/** The default sample comes into an empty database whole, by the same way as any other archive. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { loadSample } from "#backend/sample/load.ts";
import { createDatabase } from "#tests/support/database.ts";

test("the sample is loaded without a fault and typing-error words are in it", {
  timeout: 120_000,
}, async () => {
  await using database = await createDatabase();
  const data = await mkdtemp(join(tmpdir(), "roost-sample-load-"));
  try {
    const lines: string[] = [];
    await loadSample(readConfig({ ROOST_DATA: data }), database.url, (line) => lines.push(line));
    const [found] = await database.sql`
      select (select count(*) from posts) as posts, (select count(distinct service) from creators) as services,
        (select count(*) from posts where title like '%Genshin%') as genshin, (select count(*) from file_uses) as uses`;
    expect(found).toMatchObject({ posts: 600, services: 12 });
    expect(found!.genshin).toBeGreaterThan(5);
    expect(found!.uses).toBeGreaterThan(500);
    expect(lines).toHaveLength(1);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
