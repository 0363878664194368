import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { exportBundle } from "#backend/imports/bundle/export.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { createDatabase } from "#tests/support/database.ts";
import { creator, ingestFolder, post, temporary, writeBundle } from "./bundle.ts";

const FRAME = '<p class="x">Watch:</p><iframe src="https://a.example/embed/1" title="Heron film"></iframe>';
const SHOWN =
  '<p>Watch:</p><a href="https://a.example/embed/1" rel="noopener noreferrer nofollow">Heron film</a>';

async function sourcesOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ gzip: string }[]>`select gzip from html_sources order by hash`;
  return rows.map(({ gzip }) => gunzipSync(Buffer.from(gzip, "base64")).toString());
}

test("HTML that lost a frame is kept beside its text, exported, and goes with a takedown", async () => {
  await using one = await createDatabase();
  await using two = await createDatabase();
  await using folder = await temporary();
  const at = (name: string) => join(folder.path, name);
  const posts = [
    post("f", { content: FRAME }),
    post("plain", { content: '<p class="x">Only <b>text</b></p>' }),
  ];
  await writeBundle(at("in"), { creators: [creator("1")], posts });
  for (let time = 0; time < 2; time += 1) {
    expect((await ingestFolder(one.sql, at("in"), at("data"))).list).toEqual([]);
    expect(await one.sql`select content from posts where id = 'f'`).toEqual([{ content: SHOWN }]);
    expect(await sourcesOf(one.sql)).toEqual([FRAME]);
  }
  const [{ hash } = { hash: "" }] = await one.sql<{ hash: string }[]>`select hash from html_sources`;
  expect(hash).toBe(createHash("sha256").update(SHOWN).digest("hex"));

  await exportBundle({ sql: one.sql, storage: new DiskStorage(at("data")), folder: at("out") });
  expect(await readFile(at("out/html_sources.ndjson"), "utf8")).toContain(hash);
  expect((await ingestFolder(two.sql, at("out"), at("data2"))).list).toEqual([]);
  expect(await sourcesOf(two.sql)).toEqual([FRAME]);

  // The text that was replaced is a revision now, with its source.
  await writeBundle(at("later"), { creators: [creator("1")], posts: [post("f", { content: "<p>New</p>" })] });
  expect((await ingestFolder(two.sql, at("later"), at("data2"))).list).toEqual([]);
  expect(await sourcesOf(two.sql)).toEqual([FRAME]);
  await takeDown(two.sql, { service: "patreon", user: "1", post: "f" });
  expect(await sourcesOf(two.sql)).toEqual([]);
});
