/** Private messages in gallery-dl's metadata, and metadata of unknown kinds. */
import { describe, expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { galleryDl } from "../gallery-dl.ts";
import { stableId } from "../lib/names.ts";

const PRESS = { id: 5, name: "Press", blogUrl: "press" };
const CREATOR = { entity: "creators", fields: { service: "boosty", id: "press", name: "Press" } };
const FOLDER = "boosty/press (5)/Direct Messages";

const message = (id: number, authorId: number | undefined, content: string[] = []) => ({
  post: { id, authorId, dialogId: 3, createdAt: 1709576130, date: "2024-03-04 18:15:30", content, links: [] },
  user: PRESS,
  count: 1,
  category: "boosty",
  subcategory: "direct-messages",
});
const file = (num: number, id: string) => ({ num, filename: id, extension: "png", file: { id } });
const dm = (id: number, content: string, files: object = {}) => ({
  entity: "dms",
  fields: {
    hash: stableId("boosty", "message", String(id)),
    service: "boosty",
    user: "press",
    content,
    published: "2024-03-04T18:15:30",
    added: "2024-03-04T18:15:30",
    ...files,
  },
});

describe("messages", () => {
  test("direct messages of Boosty are direct messages, without the account owner's own", async () => {
    const { found, reports, unused } = await readPlainSample(galleryDl, {
      [`${FOLDER}/01 aa.png`]: "1",
      [`${FOLDER}/01 aa.png.json`]: JSON.stringify({ ...message(71, 5, ["For <you>"]), ...file(1, "aa") }),
      [`${FOLDER}/02 bb.png`]: "2",
      [`${FOLDER}/02 bb.png.json`]: JSON.stringify({ ...message(71, 5, ["For <you>"]), ...file(2, "bb") }),
      [`${FOLDER}/01 mine.png`]: "3",
      [`${FOLDER}/01 mine.png.json`]: JSON.stringify({ ...message(72, 900, ["Mine"]), ...file(1, "mine") }),
      [`${FOLDER}/73.json`]: JSON.stringify(message(73, 5, ["Later"])),
    });
    expect(reports).toEqual([]);
    expect(unused).toEqual([]);
    expect(found).toEqual([
      CREATOR,
      // Two records of one message, which the import merges.
      dm(71, "For &lt;you&gt;", { file: `${FOLDER}/01 aa.png as aa.png` }),
      dm(71, "For &lt;you&gt;", { file: `${FOLDER}/02 bb.png as bb.png` }),
      dm(73, "Later"),
    ]);
  });

  test("a message without a sender or a creator, or of a service without direct messages, is reported", async () => {
    const discord = { channel: "DMs", channel_id: "1", message: "Psst", message_id: "2", author: "ann" };
    const { found, reports, unused } = await readPlainSample(galleryDl, {
      "a/1.json": JSON.stringify(message(81, undefined, ["Whose?"])),
      "a/2.json": JSON.stringify({ ...message(82, 5, ["To whom?"]), user: null }),
      "b/2_01_x.png": "1",
      "b/2_01_x.png.json": JSON.stringify({
        ...discord,
        ...file(1, "x"),
        date: "2024-02-12 08:05:00",
        category: "discord",
        subcategory: "direct-messages",
      }),
    });
    expect(found).toEqual([]);
    expect(reports).toEqual([
      "a/1.json: is a private message without its creator, sender or date",
      "a/2.json: is a private message without its creator, sender or date",
      "b/2_01_x.png.json: is a private message of discord, which the archive has no place for",
    ]);
    expect(unused).toEqual([]);
  });
});

test("metadata of an unknown kind is reported with its file and never becomes a post", async () => {
  const fansly = {
    id: "9",
    content: "Only for you",
    createdAt: 1709576130,
    account: { id: "700", username: "loom" },
    category: "fansly",
    subcategory: "messages",
  };
  const { found, reports, unused } = await readPlainSample(galleryDl, {
    "l/9_1_x.png": "1",
    "l/9_1_x.png.json": JSON.stringify({ ...fansly, ...file(1, "9_1_x") }),
    "l/10.json": JSON.stringify({ ...fansly, id: "10" }),
  });
  expect(found).toEqual([]);
  expect(reports.sort()).toEqual([
    'l/10.json: is "messages" of fansly, which this archive cannot read',
    'l/9_1_x.png.json: is "messages" of fansly, which this archive cannot read',
  ]);
  expect(unused).toEqual([]);
});
