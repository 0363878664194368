import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { afdianToMarkdown } from "./afdian-to-markdown.ts";
import { stableId } from "./lib/names.ts";

const REPLIED = "> 回复 bo: ";
const comment = (number: number, time: string, by: string, text: string, reply = "") =>
  `----\n##### <span>[${number}] ${time} by ${by}</span>\n${reply}\n\n${text}\n\n`;

const boats = [
  "## Low tide _ boats\n\n### Refer\n\nhttps://afdian.com/p/0a1b2c3d\n\n### 正文\n\n",
  "Boats **by day**.\n\n## 评论\n\nA heading of the post.\n\n\n",
  "![image](.assets/Low tide _ boats_0.png)\n![image](.assets\\Low tide _ boats_1.png)\n",
  "![image](https://pic.example/2.png)\n\n\n",
  `## 热评\n\n${comment(0, "2024-05-02 08:00:00", "bo", "Fine <work>")}\n\n`,
  `## 评论\n\n${comment(0, "2024-05-02 08:00:00", "bo", "Fine <work>")}`,
  comment(1, "2024-05-02 09:30:00", "ann", "Thanks,\nbo", REPLIED),
].join("");
const album = "## Evening\n\n### Refer\n\nhttps://afdian.com/album/99ff/4e5f\n\n### 正文\n\nLate.\n\n";
const product = [
  "## Brushes\n\n**价格**: 12.00\n\n**标签**: 全部\n\n**链接**: https://afdian.com/item/77aa\n\n",
  "**更新时间**: 2024-04-01 00:10:00\n\n---\n\n![cover](.assets/77aa_cover.jpg)\n\nTen *brushes*.",
].join("");

test("posts of motions and albums, comments without ids, products; local times", async () => {
  const sample = await readPlainSample(
    afdianToMarkdown,
    {
      "data/ann/motions/2024-05-01_12_00_00_Low tide _ boats.md": boats,
      "data/ann/motions/.assets/Low tide _ boats_0.png": "0",
      "data/ann/motions/.assets/Low tide _ boats_1.png": "1",
      "data/ann/Sea/2024-05-01_12_00_00_Low tide _ boats.md": boats,
      "data/ann/Sea/.assets/Low tide _ boats_0.png": "0",
      "data/ann/Sea/.assets/Low tide _ boats_1.png": "1",
      "data/ann/Sea/2024-06-01_07_00_00_Evening.md": album,
      "data/ann/shop/default/2024-04-01_00_10_00_Brushes.md": product,
      "data/ann/shop/default/.assets/77aa_cover.jpg": "cover",
    },
    { zone: "Asia/Shanghai" },
  );
  const post = { service: "afdian", user: "ann" };
  const ofBoats = { service: "afdian", post: "0a1b2c3d" };
  expect(sample.found).toEqual([
    { entity: "creators", fields: { service: "afdian", id: "ann", public_id: "ann", name: "ann" } },
    {
      entity: "posts",
      fields: {
        ...post,
        id: "0a1b2c3d",
        title: "Low tide _ boats",
        content:
          '<p>Boats <strong>by day</strong>.</p>\n<h2>评论</h2>\n<p>A heading of the post.</p>\n<p><img src="https://pic.example/2.png" alt="image"></p>\n',
        published: "2024-05-01T04:00:00",
        attachments: [
          "data/ann/motions/.assets/Low tide _ boats_0.png",
          "data/ann/motions/.assets/Low tide _ boats_1.png",
        ],
      },
    },
    {
      entity: "comments",
      fields: {
        ...ofBoats,
        id: stableId("0a1b2c3d", "2024-05-02 08:00:00", "bo", "Fine <work>"),
        commenter: "bo",
        commenter_name: "bo",
        content: "Fine &lt;work&gt;",
        published: "2024-05-02T00:00:00",
      },
    },
    {
      entity: "comments",
      fields: {
        ...ofBoats,
        id: stableId("0a1b2c3d", "2024-05-02 09:30:00", "ann", "回复 bo: Thanks,\nbo"),
        commenter: "ann",
        commenter_name: "ann",
        content: "回复 bo: Thanks,<br>bo",
        published: "2024-05-02T01:30:00",
      },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: "4e5f",
        title: "Evening",
        content: "<p>Late.</p>\n",
        published: "2024-05-31T23:00:00",
      },
    },
    {
      entity: "shares",
      fields: {
        ...post,
        id: "77aa",
        name: "Brushes",
        description: "<p>价格: 12.00</p>\n<p>Ten <em>brushes</em>.</p>\n",
        added: "2024-03-31T16:10:00",
        files: ["data/ann/shop/default/.assets/77aa_cover.jpg"],
      },
    },
  ]);
  expect(sample.unused).toEqual([]);
  expect(sample.reports).toEqual([]);
});

test("a folder of texts alone asks for its creator; damaged texts and missing images are named", async () => {
  const sample = await readPlainSample(
    afdianToMarkdown,
    {
      "2024-05-01_12_00_00_a.md": album,
      "2024-04-30_12_00_00_b.md": "## Cut off\n\n### Ref",
      "2024-05-03_12_00_00_c.md": boats,
      "notes.md": "mine",
    },
    { creatorOf: () => ({ service: "afdian", id: "ann", name: "Ann" }) },
  );
  expect(sample.found).toMatchObject([
    { fields: { id: "ann", name: "Ann" } },
    { fields: { id: "4e5f", published: "2024-05-01T12:00:00" } },
    {
      fields: { id: "0a1b2c3d", published: "2024-05-03T12:00:00" },
      missing: [{ name: "Low tide _ boats_0.png" }, { name: "Low tide _ boats_1.png" }],
    },
    { entity: "comments" },
    { entity: "comments" },
  ]);
  expect(sample.reports).toEqual([
    "2024-04-30_12_00_00_b.md: has no address of a post or product",
    "2024-05-03_12_00_00_c.md: .assets/Low tide _ boats_0.png is not there",
    "2024-05-03_12_00_00_c.md: .assets/Low tide _ boats_1.png is not there",
  ]);
  expect(sample.unused).toEqual(["2024-04-30_12_00_00_b.md", "notes.md"]);
});

test("other markdown is not of this program", async () => {
  const files = { "ann/motions/2024-05-01_12_00_00_a.md": "# Diary\n\nOf mine.", "ann/Sea/readme.md": album };
  expect((await readPlainSample(afdianToMarkdown, files)).found).toEqual([]);
});
