import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { fanslyDownloader } from "./fansly-downloader.ts";
import { stableId } from "./lib/names.ts";

const creator = {
  entity: "creators",
  fields: { service: "fansly", id: "cedarloom", public_id: "cedarloom", name: "CedarLoom" },
};

test("the files of a minute are one post; messages are direct messages; times are local", async () => {
  const timeline = "out/CedarLoom_fansly/Timeline";
  const messages = "out/CedarLoom_fansly/Messages";
  const { found, unused } = await readPlainSample(
    fanslyDownloader,
    {
      [`${timeline}/Pictures/2024-05-01_at_14-30_id_902_hash2_ab12.jpg`]: "b",
      [`${timeline}/Pictures/2024-05-01_at_14-30_id_901.jpg`]: "a",
      [`${timeline}/Pictures/Previews/2024-05-01_at_14-30_preview_id_904.jpg`]: "p",
      [`${timeline}/Videos/2024-05-01_at_14-30_id_903_hash1_cd.mp4`]: "v",
      [`${timeline}/Videos/2024-05-02_at_00-05_id_905.mp4`]: "w",
      [`${messages}/Audio/2024-05-03_at_08-00_id_906.mp3`]: "m",
      [`${timeline}/cover.jpg`]: "mine",
    },
    { zone: "Europe/Berlin" },
  );
  const post = { service: "fansly", user: "cedarloom" };
  expect(found).toEqual([
    creator,
    {
      entity: "posts",
      fields: {
        ...post,
        id: stableId("fansly", "cedarloom", "2024-05-01 14:30"),
        published: "2024-05-01T12:30:00",
        attachments: [
          `${timeline}/Pictures/2024-05-01_at_14-30_id_901.jpg`,
          `${timeline}/Pictures/2024-05-01_at_14-30_id_902_hash2_ab12.jpg`,
          `${timeline}/Pictures/Previews/2024-05-01_at_14-30_preview_id_904.jpg`,
          `${timeline}/Videos/2024-05-01_at_14-30_id_903_hash1_cd.mp4`,
        ],
      },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: stableId("fansly", "cedarloom", "2024-05-02 00:05"),
        published: "2024-05-01T22:05:00",
        attachments: [`${timeline}/Videos/2024-05-02_at_00-05_id_905.mp4`],
      },
    },
    {
      entity: "dms",
      fields: {
        ...post,
        hash: stableId("fansly", "cedarloom", "message", "2024-05-03 08:00"),
        content: "",
        published: "2024-05-03T06:00:00",
        added: "2024-05-03T06:00:00",
        file: `${messages}/Audio/2024-05-03_at_08-00_id_906.mp3`,
      },
    },
  ]);
  expect(unused).toEqual([`${timeline}/cover.jpg`]);
});

test("hours of twelve, folders without sections, a folder without a name", async () => {
  const { found, reports } = await readPlainSample(
    fanslyDownloader,
    {
      "Pictures/2024-05-01_at_12-15-AM_id_1.jpg": "a",
      "Pictures/2024-05-01_at_12-15-PM_id_2.jpg": "b",
      "Pictures/2024-05-01_at_03-15-PM_id_3.jpg": "c",
      "Pictures/2024-13-01_at_03-15-PM_id_4.jpg": "d",
    },
    { creatorOf: () => ({ service: "fansly", id: "720", name: "Cedar" }) },
  );
  expect(found).toMatchObject([
    { fields: { service: "fansly", id: "720", name: "Cedar" } },
    { fields: { user: "720", published: "2024-05-01T15:15:00" } },
    { fields: { published: "2024-05-01T00:15:00" } },
    { fields: { published: "2024-05-01T12:15:00" } },
  ]);
  expect(reports).toEqual(["Pictures/2024-13-01_at_03-15-PM_id_4.jpg: 2024-13-01 15:15 is no date"]);
});

test("a folder of collections is of many creators, so it asks whose it is", async () => {
  const files = { "out/Collections/Pictures/2024-05-01_at_12-15_id_1.jpg": "a" };
  expect(await readPlainSample(fanslyDownloader, files)).toMatchObject({
    found: [],
    unused: Object.keys(files),
  });
  const creatorOf = () => ({ service: "fansly", id: "720", name: "Cedar" });
  expect((await readPlainSample(fanslyDownloader, files, { creatorOf })).found).toMatchObject([
    { fields: { id: "720", name: "Cedar" } },
    { fields: { user: "720" } },
  ]);
});

test("folders of the same names with other files are not of this program", async () => {
  const files = { "ann/Pictures/beach.jpg": "a", "ann/Timeline/Pictures/2024-05-01.jpg": "b" };
  expect((await readPlainSample(fanslyDownloader, files)).found).toEqual([]);
});
