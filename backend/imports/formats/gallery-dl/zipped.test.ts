/** Files in ZIPs, as the options `--zip` and `--cbz` leave them. */
import { expect, test } from "vitest";
import { pack } from "#tests/support/archives.ts";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { readFiles } from "#tests/support/read-downloads.ts";
import { galleryDl } from "../gallery-dl.ts";

const post = (id: number, more: object = {}) => ({
  ...{ id, title: `Post ${id}`, content: "<p>x</p>", published_at: "2024-03-04T18:15:30.000+00:00" },
  ...{ creator: { id: "7", full_name: "Ann" }, category: "patreon", subcategory: "creator" },
  ...more,
});
const file = (id: number, num: number) =>
  JSON.stringify(post(id, { num, filename: `f${num}`, extension: "png", type: "image" }));
const ELEVEN = { "11_01.png": "one", "11_02.png": "two" };
const PNGS = { ...ELEVEN, "12_01.png": "three" };

test("files in the ZIP beside the folder with their metadata; those without metadata are reported", async () => {
  const { found, reports, unused } = await readPlainSample(galleryDl, {
    "patreon/Ann.zip": await pack("zip", { ...PNGS, "13_01.png": "other" }),
    "patreon/Ann/11_01.png.json": file(11, 1),
    "patreon/Ann/11_02.png.json": file(11, 2),
    "patreon/Ann/11_03.png.json": file(11, 3),
    "patreon/Ann/12.json": post(12),
    "patreon/Bea.zip": await pack("zip", { "notes.txt": "no metadata" }),
  });
  expect(unused).toEqual(["patreon/Bea.zip"]);
  expect(reports).toEqual([
    "patreon/Ann/11_03.png.json: the file it describes is not there",
    "patreon/Ann.zip: 13_01.png belongs to no post: no metadata names it",
  ]);
  expect(found.slice(1)).toMatchObject([
    {
      fields: { id: "11", attachments: ["patreon/Ann.zip as f1.png", "patreon/Ann.zip as f2.png"] },
      missing: [{ name: "f3.png" }],
    },
    { fields: { id: "12", attachments: ["patreon/Ann.zip as 12_01.png"] } },
  ]);
});

test("a ZIP of a post with its metadata inside, and one beside files that were kept", async () => {
  const read = await readFiles(galleryDl, {
    "11.cbz": await pack("zip", { ...ELEVEN, "11_01.png.json": file(11, 1), "11_02.png.json": file(11, 2) }),
    "other.zip": "no ZIP",
  });
  expect(read?.records[1]).toMatchObject({
    id: "11",
    attachments: [
      { name: "f1.png", path: "11.cbz", text: "one" },
      { name: "f2.png", path: "11.cbz", text: "two" },
    ],
  });
  const { found, reports } = await readPlainSample(galleryDl, {
    "Ann.zip": await pack("zip", PNGS),
    "Ann/11_01.png": "one",
    "Ann/11_01.png.json": file(11, 1),
    "Ann/11_02.png.json": file(11, 2),
    "Ann/12.json": post(12),
  });
  expect(reports).toEqual([]);
  expect(found[1]).toMatchObject({
    fields: { attachments: ["Ann/11_01.png as f1.png", "Ann.zip as f2.png"] },
  });
});

test("a ZIP that was cut is reported, and its post is imported without it", async () => {
  const { found, reports, unused } = await readPlainSample(galleryDl, {
    "Ann.zip": (await pack("zip", PNGS)).subarray(0, -30),
    "Ann/11_01.png.json": file(11, 1),
  });
  expect(reports).toEqual([
    "Ann.zip: is not a whole ZIP",
    "Ann/11_01.png.json: the file it describes is not there",
  ]);
  expect([unused, found.length]).toEqual([["Ann.zip"], 2]);
});
