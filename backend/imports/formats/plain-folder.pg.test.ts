import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskStorage } from "#backend/files/disk.ts";
import { FORMATS, PLAIN } from "#backend/imports/formats/formats.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import { readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import { importRecords } from "#backend/imports/import.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { withFiles } from "#tests/support/read-downloads.ts";
import { stableId } from "./lib/names.ts";

const MESSAGES = "fansly/cedar_fansly/Messages/Pictures";
const FILES = {
  "afdian/ann/motions/2024-05-01_12_00_00_Low tide.md": [
    "## Low tide\n\n### Refer\n\nhttps://afdian.com/p/0a1b\n\n### 正文\n\nBoats.\n\n",
    "## 评论\n\n----\n##### <span>[0] 2024-05-02 08:00:00 by bo</span>\n\n\nFine\n\n",
  ].join(""),
  "afdian/ann/motions/sketch.png": "left beside the texts",
  [`${MESSAGES}/2024-05-03_at_08-00_id_1.jpg`]: "one",
  [`${MESSAGES}/2024-05-03_at_08-00_id_2.jpg`]: "two",
  "others/Trip/1.jpg": "of nobody",
};

test("files beside a program's downloads are imported as a plain folder; a second import changes nothing", async () => {
  await using database = await createDatabase();
  await using data = await temporary();
  const { sql } = database;
  await withFiles(FILES, async (root) => {
    const run = async () => {
      const unknown: string[] = [];
      const problems: string[] = [];
      const onProblem = (path: string, reason: string) => problems.push(`${path}: ${reason}`);
      const downloads = await Downloads.open(root);
      const records = readDownloads({
        downloads,
        formats: FORMATS,
        plain: PLAIN,
        zone: "Asia/Shanghai",
        creatorOf: (path) =>
          path.startsWith("afdian") ? { service: "afdian", id: "ann", name: "Ann" } : undefined,
        onProblem,
        onUnknown: ({ path }) => unknown.push(path),
      });
      const storage = new DiskStorage(join(data.path, "data"));
      const { filesStored } = await importRecords({ sql, storage, downloads, records, onProblem });
      return { unknown, problems, filesStored };
    };
    const state = async () => ({
      creators: await sql`select service, id, public_id, name from creators order by service`,
      posts:
        await sql`select service, id, "user", title, content, published, attachments from posts order by title`,
      comments: await sql`select post, id, commenter_name, content from comments`,
      dms: await sql`select "user", content, published, file from dms`,
      outbox: await sql`select * from index_outbox order by index_name, service, id`,
    });
    const first = await run();
    expect(first).toEqual({ unknown: ["others/Trip/1.jpg"], problems: [], filesStored: 3 });
    const imported = await state();
    expect(imported).toMatchObject({
      creators: [
        { service: "afdian", id: "ann", public_id: "ann", name: "Ann" },
        { service: "fansly", id: "cedar", public_id: "cedar", name: "cedar" },
      ],
      posts: [
        { id: "0a1b", user: "ann", title: "Low tide", content: "<p>Boats.</p>\n", attachments: [] },
        {
          id: stableId("afdian", "ann", "afdian/ann/motions"),
          user: "ann",
          title: "motions",
          attachments: [{ name: "sketch.png" }],
        },
      ],
      comments: [{ post: "0a1b", commenter_name: "bo", content: "Fine" }],
      dms: [{ user: "cedar", content: "", file: { name: "2024-05-03_at_08-00_id_1.jpg" } }],
    });
    expect(await run()).toEqual({ ...first, filesStored: 0 });
    expect(await state()).toEqual(imported);
  });
});
