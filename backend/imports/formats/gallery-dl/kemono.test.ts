/** Archives with the Kemono API, in the shapes of gallery-dl's versions. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { galleryDl } from "../gallery-dl.ts";

const hash = (digit: string) => digit.repeat(64);
const pathOf = (digit: string, extension: string) =>
  `/${digit.repeat(2)}/${digit.repeat(2)}/${hash(digit)}.${extension}`;

/** Metadata of 1.25.3, which Debian 12 has. */
const OLD = {
  ...{ id: "506575", user: "6993449", service: "fanbox", title: "Sketches", content: "<p>Boats</p>" },
  ...{ added: "Wed, 06 May 2020 20:28:02 GMT", published: "Sun, 11 Aug 2019 02:09:04 GMT", edited: null },
  ...{
    date: "2019-08-11 02:09:04",
    embed: {},
    shared_file: false,
    category: "kemonoparty",
    subcategory: "fanbox",
  },
};
const CREATOR = { entity: "creators", fields: { service: "fanbox", id: "6993449", name: "6993449" } };
const POST = {
  ...{ service: "fanbox", id: "506575", user: "6993449", title: "Sketches", content: "<p>Boats</p>" },
  ...{ published: "2019-08-11T02:09:04", added: "2020-05-06T20:28:02" },
};

test("posts of kemonoparty and coomerparty, with the comments and messages of the web page", async () => {
  const comment = { id: "11", user: "Bea &amp; Co", body: "<p>Fine</p>", date: "2019-08-12 10:00:00" };
  const { found, reports, unused } = await readPlainSample(galleryDl, {
    "kemonoparty/fanbox/6993449/506575_Sketches_01_a.png": "1",
    "kemonoparty/fanbox/6993449/506575_Sketches_01_a.png.json": {
      ...OLD,
      ...{ comments: [comment], dms: [{ body: "Hi!", date: "2021-07-31 02:47:51.327865" }] },
      ...{ num: 1, filename: "a", extension: "png", type: "file", hash: hash("a") },
    },
    "coomerparty/onlyfans/ann/7.json": {
      ...{
        id: "7",
        user: "ann",
        service: "onlyfans",
        title: "T",
        content: "",
        published: "2022-01-02T03:04:05",
      },
      ...{ category: "coomerparty", subcategory: "onlyfans", username: "ann" },
    },
  });
  expect([reports, unused]).toEqual([[], []]);
  expect(found).toEqual([
    { entity: "creators", fields: { service: "onlyfans", id: "ann", name: "ann" } },
    expect.objectContaining({
      fields: expect.objectContaining({ service: "onlyfans", id: "7", published: "2022-01-02T03:04:05" }),
    }),
    CREATOR,
    {
      entity: "posts",
      fields: {
        ...POST,
        file: "kemonoparty/fanbox/6993449/506575_Sketches_01_a.png as a.png",
        attachments: [],
      },
    },
    {
      entity: "comments",
      fields: {
        ...{ service: "fanbox", post: "506575", id: "11", commenter: "", commenter_name: "Bea & Co" },
        ...{ content: "<p>Fine</p>", published: "2019-08-12T10:00:00" },
      },
    },
    {
      entity: "dms",
      fields: {
        ...{
          service: "fanbox",
          user: "6993449",
          content: "Hi!",
          hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
        ...{ published: "2021-07-31T02:47:51.327865", added: "2021-07-31T02:47:51.327865" },
      },
    },
  ]);
});

test("a preview of pawchive is an attachment called preview, never the file of the post", async () => {
  const file = (num: number, digit: string, more: object) => ({
    ...{ id: "8", user: "7", service: "patreon", username: "Ann", title: "P", content: "" },
    ...{ published: "2024-05-01T12:00:00", category: "pawchive", subcategory: "patreon", num },
    ...{
      name: `p${num}.png`,
      filename: `p${num}`,
      type: "attachment",
      hash: hash(digit),
      path: pathOf(digit, "png"),
    },
    ...more,
  });
  const { found, reports, unused } = await readPlainSample(galleryDl, {
    "patreon/7/8_P_01_p1.webp": "preview",
    "patreon/7/8_P_01_p1.webp.json": file(1, "a", { extension: "webp", original: false, type: "file" }),
    "patreon/7/8_P_02_p2.png": "original",
    "patreon/7/8_P_02_p2.png.json": file(2, "b", { extension: "png", original: true }),
    "patreon/7/8_P_03_p3.webp": "unmarked preview, as 1.32.9 saves it",
    "patreon/7/8_P_03_p3.webp.json": file(3, "c", { extension: "webp" }),
  });
  expect(unused).toEqual([]);
  expect(reports).toEqual([
    "patreon/7/8_P_01_p1.webp.json: only a preview of p1.png is here",
    "patreon/7/8_P_03_p3.webp.json: only a preview of p3.png is here",
  ]);
  expect(found[1]).toEqual({
    entity: "posts",
    fields: {
      ...{
        service: "patreon",
        id: "8",
        user: "7",
        title: "P",
        content: "",
        published: "2024-05-01T12:00:00",
      },
      attachments: [
        "patreon/7/8_P_01_p1.webp as p1 (preview).webp",
        "patreon/7/8_P_02_p2.png as p2.png",
        "patreon/7/8_P_03_p3.webp as p3 (preview).webp",
      ],
    },
    missing: [
      { name: "p1.png", hash: hash("a") },
      { name: "p3.png", hash: hash("c") },
    ],
  });
});

test("a main file that is also an attachment, and was saved as that, is the main file", async () => {
  const main = { name: "a.png", path: pathOf("a", "png") };
  const { found } = await readPlainSample(galleryDl, {
    "506575_Sketches_01_a.png": "1",
    "506575_Sketches_01_a.png.json": {
      ...OLD,
      ...{ file: main, attachments: [{ ...main, type: "attachment" }] },
      ...{ num: 1, filename: "a", extension: "png", type: "attachment", hash: hash("a") },
    },
  });
  expect(found).toEqual([
    CREATOR,
    {
      entity: "posts",
      fields: { ...POST, file: "506575_Sketches_01_a.png as a.png", attachments: [] },
    },
  ]);
});

test("metadata of a post names its files: the main file, names, previews and what is missing", async () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const named = (name: string, digest: string, more: object = {}) => ({
    ...{ name, path: `/${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest}.png`, type: "attachment" },
    ...more,
  });
  const gone = named("gone.png", hash("d"), { url: "https://example.org/gone.png" });
  const { found, reports, unused } = await readPlainSample(galleryDl, {
    "patreon/7/9.json": {
      ...{
        id: "9",
        user: "7",
        service: "patreon",
        username: "Ann",
        title: "P",
        content: "",
        published: "2024-05-01",
      },
      ...{ category: "pawchive", subcategory: "patreon", has_full: false },
      file: named("cover.png", sha256("cover")),
      attachments: [
        named("a:b.png", sha256("renamed")),
        named("small.png", hash("c"), { preview_only: true }),
        gone,
        { name: "film.mp4", deferred: true },
        { name: "later.mp4", deferred: true },
      ],
    },
    "patreon/7/9_P_01_cover.png": "cover",
    "patreon/7/9_P_02_a_b.png": "renamed",
    "patreon/7/9_P_03_small.webp": "preview",
    "patreon/7/9_P_05_film.mp4": "film",
    "patreon/7/9_P_06_other.txt": "unlisted",
  });
  expect(unused).toEqual([]);
  expect(reports).toEqual(["patreon/7/9.json: only a preview of small.png is here"]);
  expect(found[1]).toMatchObject({
    fields: {
      file: "patreon/7/9_P_01_cover.png as cover.png",
      attachments: [
        "patreon/7/9_P_02_a_b.png as a:b.png",
        "patreon/7/9_P_03_small.webp as small (preview).webp",
        "patreon/7/9_P_05_film.mp4 as film.mp4",
        "patreon/7/9_P_06_other.txt",
      ],
    },
    missing: [
      { name: "small.png", hash: hash("c") },
      { name: "gone.png", hash: hash("d"), url: "https://example.org/gone.png" },
      { name: "later.mp4" },
    ],
  });
});
