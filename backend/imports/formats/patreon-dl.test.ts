import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, it } from "vitest";
import { type Files, type Read, readFiles, readFolder, withFiles } from "#tests/support/read-downloads.ts";
import { patreonDl } from "./patreon-dl.ts";

const ROOT = "lanternfox - Lantern Fox";
const DATABASE = ".patreon-dl/db.sqlite";
const TABLES = `
  create table campaign (campaign_id text primary key, creator_id text, campaign_name text not null, last_download integer not null, details text not null);
  create table content (content_id text, content_type text, campaign_id text, title text, content_subtype text, is_viewable integer, published_at integer, details text not null, primary key (content_id, content_type));
  create table post_comments (post_id text primary key, comment_count text not null, comments text);`;

const USER = { type: "user", id: "77", fullName: "Lantern Fox", vanity: "lanternfox" };
const media = (path: string, filename: string | null = null) => ({
  id: path,
  filename,
  downloaded: { path },
});
const CAMPAIGN = {
  id: "500",
  name: "Lantern Fox draws",
  creator: USER,
  avatarImage: media(`${ROOT}/campaign_info/avatar.png`, "avatar"),
  coverPhoto: media(`${ROOT}/campaign_info/cover-photo.png`, "cover-photo"),
};
const post = (id: string, more: object) => ({
  type: "post",
  id,
  isViewable: true,
  title: `Post ${id}`,
  content: null,
  publishedAt: "2024-05-01T14:03:00.000+02:00",
  editedAt: null,
  coverImage: null,
  images: [],
  video: null,
  audio: null,
  attachments: [],
  embed: null,
  tags: [],
  ...more,
});
const TIPTAP = JSON.stringify({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: "Boats" }] }],
});

async function readDatabase(rows: [string, unknown[]][], files: Files): Promise<Read | undefined> {
  return withFiles(files, async (root) => {
    await mkdir(dirname(join(root, DATABASE)), { recursive: true });
    const database = new sqlite.Database(join(root, DATABASE));
    database.exec(TABLES);
    for (const [sql, values] of rows)
      database.run(
        sql,
        values.map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value))),
      );
    database.close();
    return readFolder(patreonDl, root);
  });
}
const insertCampaign = (details: object): [string, unknown[]] => [
  "insert into campaign values ('500', '77', '', 0, ?)",
  [details],
];
const insert = (id: string, type: string, details: unknown): [string, unknown[]] => [
  "insert into content values (?, ?, '500', '', '', 1, 0, ?)",
  [id, type, details],
];
const insertComments = (id: string, comments: unknown): [string, unknown[]] => [
  "insert into post_comments values (?, 0, ?)",
  [id, comments],
];

const CREATOR = {
  entity: "creators",
  service: "patreon",
  id: "77",
  name: "Lantern Fox",
  public_id: "lanternfox",
};
const POST = { entity: "posts", service: "patreon", user: "77", published: "2024-05-01T12:03:00" };

describe("patreon-dl with its database", () => {
  it("gives creators, posts with their files, comments with replies, and products as shares", async () => {
    const inPost = `${ROOT}/posts/101 - Low tide`;
    const files = {
      [`${inPost}/images/1.png`]: "1",
      [`${inPost}/attachments/map.zip`]: "zip",
      [`${inPost}/embed/clip.mp4`]: "clip",
      [`${inPost}/embed/embed.txt`]: "about the clip",
      [`${inPost}/post_info/info.txt`]: "info",
      [`${inPost}/post_info/cover-image.png`]: "cover",
      [`${inPost}/.thumbnails/1.png`]: "t",
      [`${inPost}/images/stray.png`]: "stray",
      [`${ROOT}/shop/7 - Chart/content_media/chart.pdf`]: "chart",
      [`${ROOT}/shop/7 - Chart/preview_media/chart.png`]: "preview",
      [`${ROOT}/campaign_info/avatar.png`]: "avatar",
      [`${ROOT}/campaign_info/cover-photo.png`]: "cover",
    };
    const sample = await readDatabase(
      [
        insertCampaign(CAMPAIGN),
        insert(
          "101",
          "post",
          post("101", {
            title: "Low tide",
            content: "<p>Boats.</p>",
            editedAt: "2024-05-02T00:00:00.000+00:00",
            tags: [{ id: "user_defined;sea", type: "postTag", value: "sea" }],
            embed: {
              url: "https://example.com/clip",
              subject: "Clip",
              description: null,
              ...media(`${inPost}/embed/clip.mp4`),
            },
            coverImage: media(`${inPost}/post_info/cover-image.png`, "cover-image"),
            images: [media(`${inPost}/images/1.png`, "harbour.png"), media(`${inPost}/images/lost.png`)],
            attachments: [media(`${inPost}/attachments/map.zip`.replaceAll("/", "\\"), "map of the bay.zip")],
          }),
        ),
        insert("7", "product", {
          type: "product",
          id: "7",
          name: "Chart",
          description: "<p>Of the bay</p>",
          price: "5 USD",
          publishedAt: "2024-04-01T00:00:00.000+00:00",
          contentMedia: [media(`${ROOT}/shop/7 - Chart/content_media/chart.pdf`)],
          previewMedia: [media(`${ROOT}/shop/7 - Chart/preview_media/chart.png`)],
        }),
        insertComments("101", [
          {
            id: "1",
            body: "Fine <3",
            commenter: { id: "9", fullName: "Ann" },
            createdAt: "2024-05-01T15:00:00.000+00:00",
            replies: [
              { id: "2", body: "Thanks", commenter: USER, createdAt: "2024-05-01T16:00:00.000+00:00" },
            ],
          },
          { id: "3", body: "gone", commenter: null, createdAt: null, replies: [] },
        ]),
      ],
      files,
    );
    expect(sample).toEqual({
      scope: "tree",
      records: [
        {
          ...CREATOR,
          icon: { name: "avatar.png", path: `${ROOT}/campaign_info/avatar.png` },
          banner: { name: "cover-photo.png", path: `${ROOT}/campaign_info/cover-photo.png` },
        },
        {
          ...POST,
          id: "101",
          title: "Low tide",
          content: "<p>Boats.</p>",
          edited: "2024-05-02T00:00:00",
          embed: { url: "https://example.com/clip", subject: "Clip" },
          tags: ["sea"],
          file: { name: "cover-image.png", path: `${inPost}/post_info/cover-image.png` },
          attachments: [
            { name: "harbour.png", path: `${inPost}/images/1.png` },
            { name: "map of the bay.zip", path: `${inPost}/attachments/map.zip` },
            { name: "clip.mp4", path: `${inPost}/embed/clip.mp4` },
          ],
        },
        {
          entity: "comments",
          service: "patreon",
          post: "101",
          id: "1",
          commenter: "9",
          commenter_name: "Ann",
          content: "Fine &lt;3",
          published: "2024-05-01T15:00:00",
        },
        {
          entity: "comments",
          service: "patreon",
          post: "101",
          id: "2",
          parent_id: "1",
          commenter: "77",
          commenter_name: "Lantern Fox",
          content: "Thanks",
          published: "2024-05-01T16:00:00",
        },
        {
          entity: "comments",
          service: "patreon",
          post: "101",
          id: "3",
          commenter: "",
          content: "gone",
          published: "2024-05-01T12:03:00",
        },
        {
          entity: "shares",
          id: "patreon-7",
          service: "patreon",
          user: "77",
          name: "Chart",
          description: "<p>Of the bay</p>",
          added: "2024-04-01T00:00:00",
          files: [{ name: "chart.pdf", path: `${ROOT}/shop/7 - Chart/content_media/chart.pdf` }],
        },
      ],
      faults: [[DATABASE, `names ${inPost}/images/lost.png, which is not there`]],
      used: [
        DATABASE,
        `${ROOT}/campaign_info/avatar.png`,
        `${ROOT}/campaign_info/cover-photo.png`,
        `${inPost}/.thumbnails/1.png`,
        `${inPost}/embed/embed.txt`,
        `${inPost}/post_info/cover-image.png`,
        `${inPost}/post_info/info.txt`,
        `${ROOT}/shop/7 - Chart/preview_media/chart.png`,
      ],
      from: [DATABASE],
    });
  });

  it("takes a text that is null from the answer of the API, and leaves one out that nobody has", async () => {
    const raw = (id: string, attributes: object) => ({ data: { type: "post", id, attributes } });
    const sample = await readDatabase(
      [
        insertCampaign(CAMPAIGN),
        insert(
          "101",
          "post",
          post("101", { raw: raw("101", { content: null, content_json_string: TIPTAP }) }),
        ),
        insert("102", "post", post("102", { raw: raw("102", { content: null, content_json_string: "{" }) })),
        insert("103", "post", post("103", {})),
      ],
      { [`${ROOT}/campaign_info/avatar.png`]: "a", [`${ROOT}/campaign_info/cover-photo.png`]: "c" },
    );
    expect(sample?.records.slice(1)).toEqual([
      { ...POST, id: "101", title: "Post 101", content: "<p>Boats</p>" },
      { ...POST, id: "102", title: "Post 102" },
      { ...POST, id: "103", title: "Post 103" },
    ]);
    expect(sample?.faults).toEqual([[DATABASE, "post 102 has a text that is not JSON"]]);
  });

  it("has a cover where there are no pictures, and nothing but the price of a post that may not be seen", async () => {
    const info = `${ROOT}/posts/101/post_info`;
    const sample = await readDatabase(
      [
        insertCampaign({ ...CAMPAIGN, avatarImage: null, coverPhoto: null }),
        insert(
          "101",
          "post",
          post("101", {
            coverImage: media(`${info}/cover-image.png`, "cover-image"),
            audio: media(`${ROOT}/posts/101/audio/tide.mp3`, "tide.mp3"),
          }),
        ),
        insert(
          "102",
          "post",
          post("102", {
            isViewable: false,
            images: [media(`${ROOT}/posts/102/image_previews/1.png`)],
            raw: {
              data: [
                { type: "post", id: "102", attributes: { min_cents_pledged_to_view: 550 } },
                { type: "post", id: "9" },
              ],
            },
          }),
        ),
      ],
      {
        [`${info}/cover-image.png`]: "c",
        [`${ROOT}/posts/101/audio/tide.mp3`]: "t",
        [`${ROOT}/posts/102/image_previews/1.png`]: "p",
      },
    );
    expect(sample?.records.slice(1)).toEqual([
      {
        ...POST,
        id: "101",
        title: "Post 101",
        file: { name: "cover-image.png", path: `${info}/cover-image.png` },
        attachments: [{ name: "tide.mp3", path: `${ROOT}/posts/101/audio/tide.mp3` }],
      },
      {
        ...POST,
        id: "102",
        title: "Post 102",
        incomplete_rewards: { price: 5.5, media_count: 0, photo_count: 0, video_count: 0 },
      },
    ]);
  });

  it("names records that are not as expected, and goes on", async () => {
    const sample = await readDatabase(
      [
        insertCampaign({ creator: null }),
        insert("101", "post", "{"),
        insert("102", "post", post("102", { campaign: CAMPAIGN })),
        insert("103", "post", post("103", {})),
        insert("7", "product", { id: "7", campaign: CAMPAIGN }),
        insertComments("102", { id: 1 }),
      ],
      {},
    );
    expect(sample?.records).toMatchObject([CREATOR, { ...POST, id: "102" }]);
    expect(sample?.faults).toEqual([
      [DATABASE, "post 101: the record is not as expected"],
      [DATABASE, "post 102 has comments that are not as expected"],
      [DATABASE, "post 103 names no creator"],
      [DATABASE, "product 7 names no creator or no date"],
    ]);
  });
});

const included = [
  { type: "user", id: "77", attributes: { full_name: "Lantern Fox", vanity: "lanternfox" } },
  {
    type: "campaign",
    id: "500",
    attributes: {},
    relationships: { creator: { data: { id: "77", type: "user" } } },
  },
  { type: "post_tag", id: "user_defined;sea", attributes: { value: "sea" } },
  { type: "media", id: "2", attributes: { file_name: "z.png" } },
  { type: "media", id: "3", attributes: { file_name: "a.png" } },
];
const apiPost = (id: string, attributes: object) => ({
  type: "post",
  id,
  attributes: { title: "Low tide", published_at: "2024-05-01T12:03:00.000+00:00", ...attributes },
  relationships: {
    user: { data: { id: "77", type: "user" } },
    campaign: { data: { id: "500", type: "campaign" } },
    images: {
      data: [
        { id: "2", type: "media" },
        { id: "3", type: "media" },
      ],
    },
    user_defined_tags: { data: [{ id: "user_defined;sea", type: "post_tag" }] },
  },
});

describe("patreon-dl without its database", () => {
  const folder = `${ROOT}/posts/101 - Low tide`;
  const info = `${folder}/post_info`;

  it("gives a post from the newest answer, its text from the newest that has one", async () => {
    const other = apiPost("100", { title: "Another of the list" });
    const sample = await readFiles(
      patreonDl,
      {
        [`${info}/post-api.json`]: { data: [other, apiPost("101", { content: "<p>Boats.</p>" })], included },
        [`${info}/post-api (1).json`]: { data: apiPost("101", { content: "<p>Gulls.</p>" }), included },
        [`${info}/post-api (10).json`]: {
          data: apiPost("101", {
            content: null,
            edited_at: "2026-03-01T00:00:00.000+00:00",
            embed: { url: "https://example.com/" },
          }),
          included,
        },
        [`${info}/info.txt`]: "info",
        [`${folder}/images/a.png`]: "a",
        [`${folder}/images/z.png`]: "z",
        [`${folder}/images/10.png`]: "10",
        [`${folder}/images/9.png`]: "9",
        [`${folder}/video_preview/1.mp4`]: "preview",
        [`${folder}/attachments/map.zip`]: "zip",
        [`${folder}/embed/embed.txt`]: "about it",
      },
      { at: folder },
    );
    const file = (path: string) => ({
      name: path.slice(path.lastIndexOf("/") + 1),
      path: `${folder}/${path}`,
    });
    expect(sample).toEqual({
      scope: "tree",
      records: [
        CREATOR,
        {
          ...POST,
          id: "101",
          title: "Low tide",
          content: "<p>Gulls.</p>",
          edited: "2026-03-01T00:00:00",
          embed: { url: "https://example.com/" },
          tags: ["sea"],
          file: file("images/z.png"),
          attachments: ["images/a.png", "images/9.png", "images/10.png", "attachments/map.zip"].map(file),
        },
      ],
      faults: [],
      used: [
        `${folder}/embed/embed.txt`,
        `${info}/info.txt`,
        `${info}/post-api (1).json`,
        `${info}/post-api (10).json`,
        `${info}/post-api.json`,
        `${folder}/video_preview/1.mp4`,
      ],
      from: [`${info}/post-api (10).json`],
    });
  });

  it("converts the text of the editor, and has nothing but the price of a post that may not be seen", async () => {
    const read = (attributes: object) =>
      readFiles(
        patreonDl,
        {
          [`${info}/post-api.json`]: { data: apiPost("101", attributes), included },
          [`${folder}/images/a.png`]: "blurred",
        },
        { at: folder },
      );
    expect((await read({ content: null, content_json_string: TIPTAP }))?.records[1]).toMatchObject({
      content: "<p>Boats</p>",
    });
    expect(
      (await read({ current_user_can_view: false, min_cents_pledged_to_view: 300 }))?.records[1],
    ).toEqual({
      ...POST,
      id: "101",
      title: "Low tide",
      tags: ["sea"],
      incomplete_rewards: { price: 3, media_count: 0, photo_count: 0, video_count: 0 },
    });
  });

  it("gives a product as a share, and a campaign as its creator", async () => {
    const shop = `${ROOT}/shop/7 - Chart`;
    const campaign = `${ROOT}/campaign_info`;
    const files = {
      [`${shop}/product_info/product-api.json`]: {
        data: {
          type: "product-variant",
          id: "7",
          attributes: {
            name: "Chart",
            description: "<p>Of the bay</p>",
            published_at_datetime: "2024-04-01T00:00:00.000+00:00",
          },
          relationships: { campaign: { data: { id: "500", type: "campaign" } } },
        },
        included,
      },
      [`${shop}/content_media/chart.pdf`]: "chart",
      [`${shop}/preview_media/chart.png`]: "preview",
      [`${campaign}/campaign-api.json`]: {
        data: {
          type: "campaign",
          id: "500",
          attributes: {},
          relationships: { creator: { data: { id: "77", type: "user" } } },
        },
        included,
      },
      [`${campaign}/avatar.png`]: "a",
      [`${campaign}/cover-photo.png`]: "c",
    };
    expect((await readFiles(patreonDl, files, { at: shop }))?.records).toEqual([
      CREATOR,
      {
        entity: "shares",
        id: "patreon-7",
        service: "patreon",
        user: "77",
        name: "Chart",
        description: "<p>Of the bay</p>",
        added: "2024-04-01T00:00:00",
        files: [{ name: "chart.pdf", path: `${shop}/content_media/chart.pdf` }],
      },
    ]);
    expect((await readFiles(patreonDl, files, { at: campaign }))?.records).toEqual([
      {
        ...CREATOR,
        icon: { name: "avatar.png", path: `${campaign}/avatar.png` },
        banner: { name: "cover-photo.png", path: `${campaign}/cover-photo.png` },
      },
    ]);
  });

  it("reads the folders where the database is damaged, and names answers that it cannot read", async () => {
    const sample = await readFiles(patreonDl, {
      [DATABASE]: "text",
      [`${info}/post-api.json`]: { data: apiPost("101", { content: "<p>Boats.</p>" }), included },
      [`${ROOT}/posts/102/post_info/post-api.json`]: "{",
      [`${ROOT}/posts/103/post_info/post-api.json`]: { errors: [] },
      [`${ROOT}/posts/104/post_info/post-api.json`]: { data: { type: "post", id: "104" } },
    });
    expect(sample?.records).toMatchObject([CREATOR, { ...POST, id: "101" }]);
    expect(sample?.faults).toEqual([
      [DATABASE, "is no SQLite database"],
      [`${ROOT}/posts/102/post_info/post-api.json`, expect.stringContaining("is not JSON")],
      [`${ROOT}/posts/103/post_info/post-api.json`, "has no post"],
      [`${ROOT}/posts/104/post_info/post-api.json`, "names no creator"],
    ]);
  });

  it("does not recognize other folders", async () => {
    expect(await readFiles(patreonDl, { "post_info/notes.json": "{}", "a.png": "a" })).toBeUndefined();
  });
});
