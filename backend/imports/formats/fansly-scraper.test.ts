import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { fanslyScraper } from "./fansly-scraper.ts";
import { stableId } from "./lib/names.ts";

const POST = "720000000000000001";
const OLD_POST = "720000000000000002";
const STORY = "720000000000000003";
const MESSAGE = "720000000000000004";
const LATE_MESSAGE = "720000000000000005";
const media = (number: number) => `73000000000000000${number}`;
const creator = {
  entity: "creators",
  fields: { service: "fansly", id: "cedarloom", public_id: "cedarloom", name: "cedarloom" },
};
const post = { service: "fansly", user: "cedarloom" };

const TABLES = [
  "create table files (id integer primary key, model text not null, hash text not null unique, path text not null, file_type text not null, post_id text, created_at datetime, updated_at datetime)",
  "create table processed_posts (id integer primary key, post_id text not null unique, model_username text not null, content text, link text, post_created_at datetime, created_at datetime)",
];

test("texts of the database, files by the ids in their names, the chat log as direct messages", async () => {
  const timeline = "out/cedarloom/timeline";
  const messages = "out/cedarloom/messages";
  const log = [
    {
      id: MESSAGE,
      content: "Thanks <3",
      createdAt: 1_714_572_180,
      senderId: "7",
      senderUsername: "CedarLoom",
    },
    {
      id: "81",
      content: "Hello",
      createdAt: 1_714_572_000,
      senderId: "8",
      senderUsername: "me",
      attachments: [],
    },
    { id: "82", content: null, createdAt: 1_714_572_000 },
  ];
  const sample = await readPlainSample(
    fanslyScraper,
    {
      [`${timeline}/images/${POST}_02_${media(2)}.jpg`]: "b",
      [`${timeline}/videos/${POST}_01_${media(1)}.mp4`]: "a",
      [`${timeline}/images/${POST}_01_${media(3)}_preview.jpg`]: "preview of a",
      [`${timeline}/images/${POST}_03_${media(4)}_preview.jpg`]: "preview alone",
      [`out/cedarloom/wall_5/images/${POST}_02_${media(2)}.jpg`]: "b",
      [`${timeline}/images/20240601-Evening_1.jpg`]: "named after its text",
      [`${timeline}/images/${OLD_POST}_01_${media(5)}.jpg`]: "before 0.8.6",
      [`out/cedarloom/stories/images/${STORY}_${media(6)}.jpg`]: "story",
      [`out/cedarloom/purchases/images/${media(7)}.jpg`]: "bought",
      [`${messages}/images/${MESSAGE}_01_${media(8)}.jpg`]: "sent",
      [`${messages}/videos/${MESSAGE}_02_${media(0)}.mp4`]: "sent as well",
      [`${messages}/images/${LATE_MESSAGE}_01_${media(9)}.jpg`]: "not in the log",
      [`${messages}/chat_log.json`]: JSON.stringify(log),
      "out/cedarloom/profile/9_avatar.jpg": "old avatar",
      "out/cedarloom/profile/10_avatar.png": "avatar",
      "out/cedarloom/profile/4_banner.png": "banner",
      "out/.logs/fansly-scraper.log": "log",
    },
    {
      zone: "Asia/Tokyo",
      modified: { [`${messages}/images/${LATE_MESSAGE}_01_${media(9)}.jpg`]: "2024-05-09T10:00:00.750Z" },
      databases: {
        "out/downloads.db": [
          ...TABLES,
          `insert into processed_posts values (1, '${POST}', 'CedarLoom', 'Low tide & boats\nby day', '', '2024-05-01 14:03:00+02:00', '2024-06-01 00:00:00+02:00')`,
          "insert into processed_posts values (2, '720000000000000009', 'CedarLoom', 'Evening', '', '1970-01-01 00:00:00+00:00', '')",
          "insert into processed_posts values (3, '6', 'Gone', 'Text alone', '', '2024-05-02 00:00:00+00:00', '')",
          "insert into files values (1, 'CedarLoom', 'ab', 'C:\\out\\cedarloom\\timeline\\images\\20240601-Evening_1.jpg', 'image', '720000000000000009', '', '')",
        ],
      },
    },
  );
  expect(sample.found).toEqual([
    {
      entity: "creators",
      fields: {
        ...creator.fields,
        icon: "out/cedarloom/profile/10_avatar.png",
        banner: "out/cedarloom/profile/4_banner.png",
      },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: POST,
        content: "Low tide &amp; boats<br>by day",
        published: "2024-05-01T12:03:00",
        attachments: [
          `${timeline}/videos/${POST}_01_${media(1)}.mp4`,
          `${timeline}/images/${POST}_02_${media(2)}.jpg`,
          `${timeline}/images/${POST}_03_${media(4)}_preview.jpg`,
        ],
      },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: "720000000000000009",
        content: "Evening",
        attachments: [`${timeline}/images/20240601-Evening_1.jpg`],
      },
    },
    {
      entity: "posts",
      fields: { ...post, id: OLD_POST, attachments: [`${timeline}/images/${OLD_POST}_01_${media(5)}.jpg`] },
    },
    {
      entity: "posts",
      fields: { ...post, id: STORY, attachments: [`out/cedarloom/stories/images/${STORY}_${media(6)}.jpg`] },
    },
    {
      entity: "dms",
      fields: {
        ...post,
        hash: stableId("fansly", "message", MESSAGE),
        content: "Thanks &lt;3",
        published: "2024-05-01T14:03:00",
        added: "2024-05-01T14:03:00",
        file: `${messages}/images/${MESSAGE}_01_${media(8)}.jpg`,
        attachments: [`${messages}/videos/${MESSAGE}_02_${media(0)}.mp4`],
      },
    },
    {
      entity: "dms",
      fields: {
        ...post,
        hash: stableId("fansly", "message", LATE_MESSAGE),
        content: "",
        published: "2024-05-09T10:00:00",
        added: "2024-05-09T10:00:00",
        file: `${messages}/images/${LATE_MESSAGE}_01_${media(9)}.jpg`,
      },
    },
    { entity: "creators", fields: { service: "fansly", id: "gone", public_id: "gone", name: "gone" } },
    {
      entity: "posts",
      fields: {
        service: "fansly",
        id: "6",
        user: "gone",
        content: "Text alone",
        published: "2024-05-02T00:00:00",
      },
    },
  ]);
  expect(sample.reports).toEqual([`${messages}/chat_log.json: a message is left out: content`]);
  expect(sample.unused).toEqual([`out/cedarloom/purchases/images/${media(7)}.jpg`]);
});

test("the folder of a creator without the database; a chat log that is cut", async () => {
  const file = `cedarloom/timeline/images/${POST}_01_${media(1)}.jpg`;
  const sample = await readPlainSample(fanslyScraper, {
    [file]: "a",
    "cedarloom/messages/chat_log.json": '[{"id":',
  });
  expect(sample.found).toEqual([
    creator,
    { entity: "posts", fields: { ...post, id: POST, attachments: [file] } },
  ]);
  expect(sample.reports).toEqual([
    expect.stringMatching(/^cedarloom\/messages\/chat_log\.json: is not JSON: /),
  ]);
  expect(sample.unused).toEqual(["cedarloom/messages/chat_log.json"]);
});

test("a chat log alone is named where it is cut", async () => {
  const cut = '[{"id":"1","content":"Hi","createdAt":1714572180,"senderId":"7"},{"id"';
  const sample = await readPlainSample(fanslyScraper, { "cedarloom/messages/chat_log.json": cut });
  expect(sample.found).toEqual([creator]);
  expect(sample.reports).toEqual([
    expect.stringMatching(/^cedarloom\/messages\/chat_log\.json: is not JSON: /),
  ]);
});

test("a damaged database is named, and the files beside it are read", async () => {
  const file = `out/cedarloom/timeline/images/${POST}_01_${media(1)}.jpg`;
  const sample = await readPlainSample(fanslyScraper, {
    [file]: "a",
    "out/downloads.db": "SQLite format 3\0 cut",
  });
  expect(sample.found).toEqual([
    creator,
    { entity: "posts", fields: { ...post, id: POST, attachments: [file] } },
  ]);
  expect(sample.reports).toEqual([expect.stringMatching(/^out\/downloads\.db: .*database/)]);
  expect(sample.unused).toEqual([]);
});

test("a database of another program and a chat log alone", async () => {
  const log = JSON.stringify([{ id: "1", content: "Hi", createdAt: 1_714_572_180, senderUsername: "ann" }]);
  const sample = await readPlainSample(
    fanslyScraper,
    { "messages/chat_log.json": log },
    {
      databases: { "downloads.db": ["create table downloads (id integer)"] },
      creatorOf: () => ({ service: "fansly", id: "720", name: "Cedar" }),
    },
  );
  expect(sample.found).toEqual([
    { entity: "creators", fields: { service: "fansly", id: "720", name: "Cedar" } },
  ]);
  expect(sample.reports).toEqual(["messages/chat_log.json: no message is by 720"]);
  expect(sample.unused).toEqual(["downloads.db"]);
});
