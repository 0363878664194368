import { describe, expect, test } from "vitest";
import { readSample } from "#tests/support/downloads.ts";
import { fantiadl } from "./fantiadl.ts";

const part = (id: number, category: string, more: object = {}) => ({
  id,
  category,
  title: "",
  comment: "",
  visible_status: "visible",
  post_content_photos: [],
  ...more,
});
const POST = {
  id: 2200002,
  title: "森の日記",
  comment: "See below.\nAll of it & more",
  posted_at: "Sat, 10 Feb 2024 09:05:00 +0900",
  converted_at: null,
  rating: "general",
  fanclub: { id: 40404, name: "どんぐり工房", creator_name: "森の工房主", user: { id: 5050505 } },
  tags: [{ id: 1, name: "日記" }],
  thumb: { original: "https://c.fantia.jp/uploads/x.png" },
  post_contents: [
    part(1, "photo_gallery", { title: "Walk?", comment: "Eleven photos" }),
    part(2, "file", { title: "Archive", filename: "brushes: all.zip", comment: "v2" }),
    part(3, "blog", {
      title: "Walk?",
      comment: JSON.stringify({ ops: [{ insert: "Acorns\n", attributes: { bold: true } }] }),
    }),
    part(4, "photo_gallery", { title: "Locked", comment: "hidden", visible_status: "pending" }),
    part(5, "embed", { embed_url: "https://example.org/film" }),
  ],
};
const file = (path: string, name: string) => ({ entry: expect.objectContaining({ path }), name });

describe("fantiadl", () => {
  test("a post: texts of its parts, photos in order, the cover, tags and what is locked", async () => {
    const { records, reports, unused } = await readSample(fantiadl, {
      "森の工房主/metadata.json": JSON.stringify({ fanclub: POST.fanclub }),
      "森の工房主/icon.jpg": "icon",
      "森の工房主/header.png": "header",
      "森の工房主/2200002/metadata.json": JSON.stringify(POST),
      "森の工房主/2200002/thumb.png": "thumb",
      "森の工房主/2200002/Walk/10.jpg": "ten",
      "森の工房主/2200002/Walk/2.jpg": "two",
      "森の工房主/2200002/Walk _2/0.png": "acorn",
      "森の工房主/2200002/brushes  all.zip": "zip",
      "森の工房主/2200002/another name.zip": "of the server",
      "森の工房主/2200002/film.mp4.part": "cut",
    });
    const below = "森の工房主/2200002";
    const creator = { service: "fantia", id: "40404", name: "どんぐり工房" };
    expect(records).toEqual([
      {
        entity: "creators",
        fields: {
          ...creator,
          icon: file("森の工房主/icon.jpg", "icon.jpg"),
          banner: file("森の工房主/header.png", "header.png"),
        },
        from: "森の工房主/metadata.json",
      },
      { entity: "creators", fields: creator, from: `${below}/metadata.json` },
      {
        entity: "posts",
        fields: {
          service: "fantia",
          id: "2200002",
          user: "40404",
          title: "森の日記",
          content:
            "<p>See below.<br>All of it &amp; more</p><h3>Walk?</h3><p>Eleven photos</p><h3>Archive</h3><p>v2</p>" +
            "<h3>Walk?</h3><p><strong>Acorns</strong></p>" +
            '<p><a href="https://example.org/film">https://example.org/film</a></p>',
          embed: { url: "https://example.org/film" },
          published: "2024-02-10T00:05:00",
          tags: ["日記"],
          file: file(`${below}/thumb.png`, "thumb.png"),
          attachments: [
            file(`${below}/Walk/2.jpg`, "2.jpg"),
            file(`${below}/Walk/10.jpg`, "10.jpg"),
            file(`${below}/brushes  all.zip`, "brushes: all.zip"),
            file(`${below}/Walk _2/0.png`, "0.png"),
            file(`${below}/another name.zip`, "another name.zip"),
          ],
          incomplete_rewards: { complete: 4, incomplete: 1 },
        },
        from: `${below}/metadata.json`,
      },
    ]);
    expect(reports).toEqual([
      "森の工房主/2200002/metadata.json: part 4 (Locked) is locked: its text and files were not downloaded",
      "森の工房主/2200002/film.mp4.part: is an unfinished download",
    ]);
    expect(unused).toEqual([]);
  });

  test("two fanclubs of one name share a folder and stay two", async () => {
    const other = { ...POST, id: 2200009, fanclub: { ...POST.fanclub, id: 40405 }, post_contents: [] };
    const { records } = await readSample(fantiadl, {
      "Ann/1/metadata.json": JSON.stringify(POST),
      "Ann/2/metadata.json": JSON.stringify(other),
    });
    expect(records.filter(({ entity }) => entity === "posts").map(({ fields }) => fields)).toMatchObject([
      { id: "2200002", user: "40404" },
      { id: "2200009", user: "40405" },
    ]);
  });

  test("cut metadata and a broken text are named", async () => {
    const broken = { ...POST, post_contents: [part(1, "blog", { comment: "no JSON" })] };
    const { records, reports } = await readSample(fantiadl, {
      "Ann/1/metadata.json": JSON.stringify(POST).slice(0, -30),
      "Ann/2/metadata.json": JSON.stringify(broken),
      "Ann/3/metadata.json": JSON.stringify({ title: "another program's" }),
    });
    expect(reports).toEqual([
      expect.stringMatching(/^Ann\/1\/metadata\.json: is not JSON/),
      "Ann/2/metadata.json: part 1: The text is no JSON.",
    ]);
    expect(records[1]?.fields).toMatchObject({ content: "<p>See below.<br>All of it &amp; more</p>" });
  });
});
