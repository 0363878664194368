/** `user_data.db` whose files were moved, cut or lost, and messages by other people. */
import { expect, test } from "vitest";
import { readRoot } from "#tests/support/downloads.ts";
import { readPlainSample, writeDatabase } from "#tests/support/plain-sample.ts";
import { withFiles } from "#tests/support/read-downloads.ts";
import { userData } from "./user-data.ts";

const TABLES = [
  "create table medias (id integer primary key, media_id integer, post_id integer, link text, directory text, filename text, size integer, api_type text, media_type text, downloaded integer)",
  "create table messages (post_id integer, text text, price integer, paid integer, created_at text, user_id integer)",
  "create table posts (post_id integer, text text, price integer, paid integer, created_at text)",
  "create table profiles (id integer, user_id integer, username text)",
  "insert into profiles values (1, 55, 'ann')",
];
const post = (id: number) => `insert into posts values (${id}, 'Post ${id}', 0, 0, '2024-05-01 12:00:00')`;
const message = (id: number, sender: number) =>
  `insert into messages values (${id}, 'Message ${id}', 0, 1, '2024-05-02 00:00:00', ${sender})`;
const media = (post: number, path: string, size: number | null, isDownloaded = 1) => {
  const at = path.lastIndexOf("/");
  return `insert into medias (post_id, directory, filename, size, api_type, media_type, downloaded)
    values (${post}, '${path.slice(0, at)}', '${path.slice(at + 1)}', ${size}, 'Posts', 'Images', ${isDownloaded})`;
};
const filesOf = (found: unknown[]) =>
  (found as { entity: string; fields: { id: string; file?: string; attachments?: string[] } }[])
    .filter(({ entity }) => entity === "posts")
    .map(({ fields: { id, file, attachments = [] } }) => [id, ...(file ? [file] : []), ...attachments]);

test("files of OF-Scraper that were moved are found by name, size and the end of their path", async () => {
  const at = "data/55/user_data.db";
  const { found, reports, unused } = await readPlainSample(
    userData,
    {
      [at]: "",
      "disk/moved here/ann/Posts/Images/map.jpg": "map",
      "disk/moved here/bob/Posts/Images/map.jpg": "bob",
      "disk/flat/tide.jpg": "tide",
      "disk/flat/cut.jpg": "cu",
      "disk/one/twin.jpg": "same",
      "disk/two/twin.jpg": "same",
    },
    {
      databases: {
        [at]: [
          ...TABLES,
          ...[1, 2, 3, 4].map(post),
          media(1, "/home/me/of/ann/Posts/Images/map.jpg", 3),
          media(2, "/home/me/of/ann/Posts/Images/tide.jpg", 4),
          media(3, "/home/me/of/ann/Posts/Images/cut.jpg", 3),
          media(4, "/home/me/of/ann/Posts/Images/twin.jpg", 4),
        ],
      },
    },
  );
  expect(filesOf(found)).toEqual([
    ["1", "disk/moved here/ann/Posts/Images/map.jpg"],
    ["2", "disk/flat/tide.jpg"],
    ["3"],
    ["4"],
  ]);
  expect(reports).toEqual([
    `${at}: post 3 names /home/me/of/ann/Posts/Images/cut.jpg, which is not there`,
    `${at}: post 4 names /home/me/of/ann/Posts/Images/twin.jpg, which is not there`,
  ]);
  expect(unused).toHaveLength(4);
});

test("the recorded size comes with each file, so that a cut one is refused; lost and empty files are named", async () => {
  const at = "OnlyFans/ann/Metadata/user_data.db";
  const files = {
    [at]: "",
    "OnlyFans/ann/Posts/half.jpg": "ha",
    "OnlyFans/ann/Posts/unsized.jpg": "some",
    "OnlyFans/ann/Posts/empty.jpg": "",
  };
  const statements = [
    ...TABLES,
    post(1),
    media(1, "Posts/half.jpg", 4),
    media(1, "Posts/unsized.jpg", null),
    media(1, "Posts/empty.jpg", 4),
    media(1, "Posts/lost.jpg", 4),
    media(1, "Posts/unpaid.jpg", 4, 0),
  ];
  const { records, reports } = await withFiles(files, async (root) => {
    writeDatabase(root, at, statements);
    return readRoot(userData, root);
  });
  expect(records[1]?.fields).toMatchObject({
    file: { entry: { path: "OnlyFans/ann/Posts/half.jpg" }, size: 4 },
    attachments: [{ entry: { path: "OnlyFans/ann/Posts/unsized.jpg" } }],
  });
  expect(records[1]?.fields).not.toHaveProperty("attachments.0.size");
  expect(records[1]?.missing).toEqual([{ name: "empty.jpg" }, { name: "lost.jpg" }]);
  expect(reports).toEqual([
    `${at}: post 1 names Posts/empty.jpg, which is not there`,
    `${at}: post 1 names Posts/lost.jpg, which is not there`,
    "OnlyFans/ann/Posts/empty.jpg: is empty",
  ]);
});

test("a message by neither the creator nor the account's owner is reported", async () => {
  const at = "OnlyFans/ann/Metadata/user_data.db";
  const read = (senders: number[]) =>
    readPlainSample(
      userData,
      { [at]: "" },
      { databases: { [at]: [...TABLES, ...senders.map((sender, n) => message(n + 1, sender))] } },
    );
  const owner = await read([55, 66, 66]);
  expect([owner.found.length, owner.reports]).toEqual([2, []]);
  const stranger = await read([55, 66, 66, 77]);
  expect([stranger.found.length, stranger.reports]).toEqual([
    2,
    [`${at}: message 4 is by account 77, neither ann nor the account's owner`],
  ]);
  const unclear = await read([66, 77]);
  expect(unclear.reports).toEqual([
    `${at}: message 1 is by account 66, neither ann nor the account's owner`,
    `${at}: message 2 is by account 77, neither ann nor the account's owner`,
  ]);
});
