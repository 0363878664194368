import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { exportBundle } from "#backend/imports/bundle/export.ts";
import { ingestBundle } from "#backend/imports/bundle/ingest.ts";
import { ENTITIES, openStream } from "#backend/imports/bundle/source.ts";
import { createDatabase } from "#tests/support/database.ts";
import { asHtml, NATURAL_TEXTS, writeNaturalBundle } from "#tests/support/natural.ts";
import {
  creator,
  everything,
  ingestFolder,
  lines,
  post,
  spawnIngest,
  storedFile,
  temporary,
  writeBundle,
} from "./bundle.ts";

/** Every file below a folder with its bytes. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      paths.sort().map(async (path) => [path.slice(folder.length), await readFile(path, "utf8")]),
    ),
  );
}

const exported = async (sql: Sql, data: string, folder: string) => {
  const summary = await exportBundle({ sql, storage: new DiskStorage(data), folder });
  expect(summary.missing).toBe(0);
  return contents(folder);
};

test("export, fresh archive, ingest, export: the same bytes, with every entity and its ids", async () => {
  await using one = await createDatabase();
  await using two = await createDatabase();
  await using folder = await temporary();
  const at = (name: string) => join(folder.path, name);
  const { bundle, files } = everything();
  await writeBundle(at("in"), bundle, files);
  expect((await ingestFolder(one.sql, at("in"), at("data1"))).list).toEqual([]);
  const before = await exported(one.sql, at("data1"), at("out1"));
  for (const entity of ENTITIES)
    expect([entity, before[`/${entity}.ndjson`]?.split("\n").length]).toEqual([
      entity,
      bundle[entity].length + 2,
    ]);
  expect(Object.keys(before)).toHaveLength(ENTITIES.length + files.length);
  expect((await ingestFolder(two.sql, at("out1"), at("data2"))).list).toEqual([]);
  expect(await exported(two.sql, at("data2"), at("out2"))).toEqual(before);
  // Ids given out afterwards are past those brought in.
  await two.sql`insert into comment_revisions (service, post, comment, content, added) values ('patreon', 'b', 'c1', 'n', now())`;
  expect(await two.sql`select max(id) as id from comment_revisions`).toEqual([{ id: 6 }]);
  await expect(exported(two.sql, at("data2"), at("out2"))).rejects.toThrow("not empty");
  expect((await readdir(folder.path)).filter((name) => name.includes("part"))).toEqual([]);
});

test("an export has what was imported, keys in the order of the record", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { bundle, files } = everything();
  await writeBundle(join(folder.path, "in"), bundle, files);
  await ingestFolder(database.sql, join(folder.path, "in"), folder.path);
  const out = await exported(database.sql, folder.path, join(folder.path, "out"));
  const posts = (out["/posts.ndjson"] ?? "")
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line));
  expect(posts.map(({ id }) => id)).toEqual(["A", "a", "b", "é"]);
  const { tags, ...post } = bundle.posts[0] as { tags: string[] };
  expect(posts[2]).toMatchObject(post);
  expect(posts[2].tags).toEqual(tags.filter((tag) => tag !== "")); // blank tags are dropped
  expect(out["/posts.ndjson"]).toContain(
    '"embed":{"url":"https://example.org/","subject":"zz","description":',
  );
  expect(out["/posts.ndjson"]).toContain('"choices":[{"text":"はい","votes":3}]');
});

test("texts in four scripts come back as they were", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const texts = (async function* () {
    yield* NATURAL_TEXTS;
  })();
  await writeNaturalBundle(texts, join(folder.path, "in"));
  const { list } = await ingestFolder(database.sql, join(folder.path, "in"), folder.path);
  expect(list).toEqual([]);
  const rows = await database.sql`select title, content from posts order by id::integer`;
  expect([...rows]).toEqual(NATURAL_TEXTS.map(({ title, content }) => ({ title, content: asHtml(content) })));
});

test("packed entity files, and entity files one after the other as a stream", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const file = storedFile("streamed");
  const packed = join(folder.path, "packed");
  await writeBundle(packed, { creators: [creator("1")] });
  await writeFile(join(packed, "posts.ndjson.gz"), gzipSync(lines("posts", [post("1"), post("2")])));
  expect((await ingestFolder(database.sql, packed, folder.path)).added).toEqual({ creators: 1, posts: 2 });

  await writeBundle(folder.path, {}, [file]);
  const stream = spawnIngest(database.url, join(folder.path, "data"), ["-", "--files", folder.path]);
  const attachments = [{ name: "s", path: file.path }];
  stream.child.stdin.end(
    lines("files", [file.record]) +
      lines("posts", [post("3", { attachments }), post("4", { user: "2" })]) +
      lines("creators", [creator("2")]),
  );
  const { code, err } = await stream.ended;
  expect(err).toContain("stdin:5: unknown creator patreon/2");
  expect(code).toBe(1);
  expect(await database.sql`select id from posts order by id`).toEqual([
    { id: "1" },
    { id: "2" },
    { id: "3" },
  ]);
  expect((await stat(join(folder.path, "data", "files", file.path))).size).toBe(8);
});

test("lines behind no header or an unknown one are reported once each and skipped", async () => {
  await using database = await createDatabase();
  const problems: unknown[] = [];
  const text = [
    '{"id":1}',
    '{"id":2}',
    '{"roost":1,"entity":"pots"}',
    '{"id":3}',
    lines("creators", [creator("1")]),
  ].join("\n");
  const { Readable } = await import("node:stream");
  const summary = await ingestBundle({
    sql: database.sql,
    storage: new DiskStorage("/nonexistent"),
    source: openStream(Readable.from([text.slice(0, 40), text.slice(40)]), undefined),
    onProblem: ({ kind, line }) => problems.push([kind, line]),
  });
  expect(problems).toEqual([
    ["unknown entity", 1],
    ["unknown entity", 3],
  ]);
  expect(summary.added).toEqual({ creators: 1 });
});
