import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskStorage } from "#backend/files/disk.ts";
import { FORMATS } from "#backend/imports/formats/formats.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import { readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import { importRecords } from "#backend/imports/import.ts";
import { filePath } from "#shared/rules/files.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { withFiles } from "#tests/support/read-downloads.ts";

const hash = (content: string) => createHash("sha256").update(content).digest("hex");
const stored = (name: string, content: string) => ({ name, path: filePath(hash(content), ".png") });

const POST = {
  id: "10",
  user: "1",
  service: "patreon",
  title: "Low tide",
  content: "<p>Boats.</p>",
  published: "2024-05-01T12:00:00",
  file: stored("cover.png", "cover"),
  attachments: [stored("map.png", "map"), stored("sea.png", "sea")],
};
const PAGE = `# Low tide

Raw Title: Low tide

Raw Content:
<p>Boats.</p>

## Attachments

- fog.png: https://n4.kemono.su/data${stored("fog.png", "fog").path}?f=fog
`;
const FILES = {
  "KToolBox/Ann/Low tide/post.json": POST,
  "KToolBox/Ann/Low tide/10_cover.png": "cover",
  "KToolBox/Ann/Low tide/attachments/1.png": "map",
  "KToolBox/Ann/Low tide/attachments/sea.png": "cut",
  "KToolBox/Ann/Low tide/revisions/Low/post.json": { ...POST, title: "Low", file: {}, attachments: [] },
  "KToolBox/Ann/Fog/post.json": { id: "11", user: "1", service: "patreon", title: "Fog" },
  "kemono/Ann-patreon-1/posts/10/files.md": PAGE,
  "kemono/Ann-patreon-1/posts/10/1-fog.png": "fog",
};

test("a post downloaded by two programs is one post without the damaged files, and a second import changes nothing", async () => {
  await using database = await createDatabase();
  await using data = await temporary();
  const { sql } = database;
  await withFiles(FILES, async (root) => {
    const run = async () => {
      const problems: string[] = [];
      const onProblem = (path: string, reason: string) => problems.push(`${path}: ${reason}`);
      const downloads = await Downloads.open(root);
      const reading = { downloads, formats: FORMATS, zone: "UTC", creatorOf: () => undefined, onProblem };
      const storage = new DiskStorage(join(data.path, "data"));
      const records = readDownloads(reading);
      return { problems, summary: await importRecords({ sql, storage, downloads, records, onProblem }) };
    };
    const state = async () => ({
      creators: await sql`select service, id, name from creators`,
      posts: await sql`select id, title, content, file, attachments from posts order by id`,
      revisions: await sql`select id, title, content from post_revisions`,
      outbox: await sql`select * from index_outbox order by index_name, service, id`,
    });
    const first = await run();
    expect(first.problems).toEqual([
      expect.stringMatching(/^KToolBox\/Ann\/Low tide\/attachments\/sea\.png: /),
    ]);
    const imported = await state();
    expect(imported).toMatchObject({
      creators: [{ service: "patreon", id: "1", name: "Ann" }],
      posts: [
        {
          id: "10",
          title: "Low tide",
          content: "<p>Boats.</p>",
          file: stored("cover.png", "cover"),
          attachments: [stored("map.png", "map"), stored("fog.png", "fog")],
        },
        { id: "11", title: "Fog", content: "", file: {}, attachments: [] },
      ],
      revisions: [{ id: "10", title: "Low", content: "<p>Boats.</p>" }],
    });
    const second = await run();
    expect(second.problems).toEqual(first.problems);
    expect(second.summary.filesStored).toBe(0);
    expect(await state()).toEqual(imported);
  });
});
