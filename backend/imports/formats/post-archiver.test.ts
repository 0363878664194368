import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { postArchiver } from "./post-archiver.ts";

/** Tables of 0.4 and 0.5, without what is not read. */
const TABLES = [
  "create table post_archiver_meta (version text not null primary key)",
  "create table authors (id integer primary key, name text not null, thumb integer, updated datetime)",
  "create table platforms (id integer primary key, name text not null unique collate nocase)",
  "create table author_aliases (source text unique not null, platform integer not null default 0, link text, target integer not null, primary key (platform, source))",
  "create table author_posts (author integer not null, post integer not null, primary key (author, post))",
  "create table posts (id integer primary key, source text unique, platform integer, title text not null, thumb integer, content json not null default '[]', comments json not null default '[]', published datetime not null, updated datetime not null)",
  "create table collections (id integer primary key, name text not null, source text unique, thumb integer)",
  "create table collection_posts (collection integer not null, post integer not null, primary key (collection, post))",
  "create table tags (id integer primary key, name text not null unique, platform integer)",
  "create table post_tags (post integer not null, tag integer not null, primary key (post, tag))",
  "create table file_metas (id integer primary key, filename text not null, post integer not null, mime text not null, extra json not null default '{}')",
];
/** Tables of 0.3. */
const OLD_TABLES = [
  "create table authors (id integer primary key, name text not null, links json not null default '[]', thumb integer)",
  "create table author_alias (source text not null primary key, target integer not null)",
  "create table posts (id integer primary key, author integer not null, source text, title text not null, content json not null, thumb integer, comments json not null default '[]', updated datetime, published datetime)",
  "create table tags (id integer primary key, name text not null unique)",
  "create table post_tags (post integer not null, tag integer not null, primary key (post, tag))",
  "create table file_metas (id integer primary key, filename text not null, author integer not null, post integer not null, mime text not null)",
];

test("0.5: posts of two services, cover, files in the order of the text, tags; creators by id or by name", async () => {
  const { found, reports, unused } = await readPlainSample(
    postArchiver,
    {
      "out/post-archiver.db": "",
      "out/0/5/cover.jpg": "cover",
      "out/0/5/b.png": "b",
      "out/0/5/a.png": "a",
      "out/1/1/note.pdf": "note",
    },
    {
      databases: {
        "out/post-archiver.db": [
          ...TABLES,
          "insert into platforms values (0, 'unknown'), (1, 'fanbox'), (2, 'pixiv'), (3, 'patreon')",
          "insert into authors values (1, 'Ink Pond', null, ''), (2, 'Lantern Fox', null, '')",
          `insert into author_aliases values ('inkpond', 1, 'https://inkpond.fanbox.cc/', 1), ('66000001', 2, null, 1),
            ('500', 3, 'https://www.patreon.com/c/lanternfox', 2)`,
          "insert into author_posts values (1, 5), (2, 2049), (1, 6)",
          `insert into posts values
            (5, 'https://inkpond.fanbox.cc/posts/8100001', 1, 'Reeds', 1, '["First **ink**.", 3, 2]', '[{"user":"bo","text":"Fine"}]', '2024-05-01 12:00:00+00:00', '2024-05-02 12:00:00+00:00'),
            (2049, 'https://www.patreon.com/posts/low-tide-101', 3, 'Low tide', null, '[]', '[]', '2024-05-01T12:03:00Z', '2024-05-01T12:03:00Z'),
            (6, 'https://example.org/', 0, 'Other', null, '[]', '[]', '2024-05-01 12:00:00', '2024-05-01 12:00:00')`,
          "insert into collections values (1, 'ink', 'https://inkpond.fanbox.cc/tags/ink', null)",
          "insert into collection_posts values (1, 5)",
          "insert into tags values (1, 'free', null), (2, 'r-18', null)",
          "insert into post_tags values (5, 1), (5, 2)",
          `insert into file_metas (id, filename, post, mime) values (1, 'cover.jpg', 5, ''), (2, 'a.png', 5, ''), (3, 'b.png', 5, ''),
            (4, 'lost.png', 5, ''), (5, 'note.pdf', 2049, '')`,
        ],
      },
    },
  );
  expect(found).toEqual([
    {
      entity: "creators",
      fields: { service: "fanbox", id: "66000001", public_id: "inkpond", name: "Ink Pond" },
    },
    {
      entity: "posts",
      fields: {
        ...{ service: "fanbox", id: "8100001", user: "66000001", title: "Reeds" },
        ...{ published: "2024-05-01T12:00:00", edited: "2024-05-02T12:00:00", tags: ["ink", "r-18"] },
        content: "<p>First <strong>ink</strong>.</p>\n",
        file: "out/0/5/cover.jpg",
        attachments: ["out/0/5/b.png", "out/0/5/a.png"],
      },
      missing: [{ name: "lost.png" }],
    },
    {
      entity: "creators",
      fields: { service: "patreon", id: "lanternfox", public_id: "lanternfox", name: "Lantern Fox" },
    },
    {
      entity: "posts",
      fields: {
        ...{
          service: "patreon",
          id: "101",
          user: "lanternfox",
          title: "Low tide",
          published: "2024-05-01T12:03:00",
        },
        attachments: ["out/1/1/note.pdf"],
      },
    },
  ]);
  expect(reports).toEqual([
    "out/post-archiver.db: post 5 names 0/5/lost.png, which is not there",
    "out/post-archiver.db: post 6 has no address of a post",
  ]);
  expect(unused).toEqual([]);
});

test("0.3: one author for a post, files by author and post; older databases are named", async () => {
  const at = "post-archiver.db";
  const old = await readPlainSample(
    postArchiver,
    { [at]: "", "1/2/a.png": "a" },
    {
      databases: {
        [at]: [
          ...OLD_TABLES,
          `insert into authors values (1, 'Fox', '[{"name":"patreon","url":"https://www.patreon.com/user?u=77"}]', null)`,
          "insert into author_alias values ('patreon:500', 1)",
          `insert into posts values (2, 1, 'https://www.patreon.com/posts/101', 'Low tide', '["Boats",1]', null, '[]', '2024-05-01 12:00:00', '2024-05-01 12:00:00')`,
          "insert into file_metas values (1, 'a.png', 1, 2, 'image/png')",
        ],
      },
    },
  );
  expect([old.found, old.reports]).toMatchObject([
    [
      { entity: "creators", fields: { service: "patreon", id: "77", name: "Fox" } },
      {
        entity: "posts",
        fields: { id: "101", user: "77", content: "<p>Boats</p>\n", attachments: ["1/2/a.png"] },
      },
    ],
    [],
  ]);
  const older = await readPlainSample(
    postArchiver,
    { [at]: "" },
    { databases: { [at]: ["create table posts (id integer primary key, title text)"] } },
  );
  expect(older.reports).toEqual([`${at}: is of a version before 0.3, which is not read`]);
});
