import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { galleryDl } from "./gallery-dl.ts";
import { Downloads } from "./lib/folder.ts";
import type { Found } from "./lib/format.ts";
import { filesOf, readDownloads } from "./lib/recognize.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "roost-gallery-dl-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

interface Read {
  records: Record<string, unknown>[];
  problems: string[];
  unknown: string[];
}

/** Writes files, objects as JSON, and reads the folder; returns records without `from`. */
async function read(files: Record<string, string | object>, zone = "UTC"): Promise<Read> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const result: Read = { records: [], problems: [], unknown: [] };
  const downloads = await Downloads.open(root);
  for await (const found of readDownloads({
    downloads,
    formats: [galleryDl],
    zone,
    creatorOf: () => undefined,
    onProblem: (path, reason) => result.problems.push(`${path}: ${reason}`),
    onUnknown: ({ path }) => result.unknown.push(path),
  }))
    result.records.push(plain(found));
  return result;
}

/** Files as `name < path`. */
function plain(found: Found): Record<string, unknown> {
  const { file, attachments, ...fields } = found.fields as Record<string, unknown>;
  const named = filesOf(found).map(({ name, entry }) => `${name} < ${entry.path}`);
  const main = file === undefined ? {} : { file: named.shift() };
  return {
    entity: found.entity,
    ...fields,
    ...main,
    ...(attachments !== undefined && { attachments: named }),
  };
}

const ofFile = (num: number, extension: string, more: object = {}) => ({
  num,
  extension,
  filename: `f${num}`,
  ...more,
});

const PATREON = {
  id: 11,
  title: "Low tide / boats?",
  content: "<p>Boats</p>",
  content_json_string: null,
  published_at: "2024-03-04T18:15:30.000+02:00",
  date: "2024-03-04 16:15:30",
  tags: ["sea"],
  embed: null,
  post_file: { name: "a.png", url: "https://example.org/0123/1.png" },
  creator: { id: "7", full_name: "Ann", vanity: "ann" },
  category: "patreon",
  subcategory: "creator",
};
const ANN = { entity: "creators", service: "patreon", id: "7", name: "Ann", public_id: "ann" };
const TIDE = {
  entity: "posts",
  service: "patreon",
  id: "11",
  user: "7",
  title: "Low tide / boats?",
  content: "<p>Boats</p>",
  published: "2024-03-04T16:15:30",
  tags: ["sea"],
};

describe("services", () => {
  test("patreon: true names, the main file, UTC, TipTap where the text is only there", async () => {
    const tiptap = {
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: "From JSON" }] }],
    };
    const { records, problems, unknown } = await read({
      "Ann/11_a_01.png": "1",
      "Ann/11_a_01.png.json": { ...PATREON, ...ofFile(1, "png", { type: "image", hash: "0123" }) },
      "Ann/11_a_02.jpg": "2",
      "Ann/11_a_02.jpg.json": { ...PATREON, ...ofFile(2, "jpg", { type: "image", hash: "4567" }) },
      "Ann/12.json": {
        ...PATREON,
        id: 12,
        content: null,
        content_json_string: JSON.stringify(tiptap),
        tags: [],
      },
      "Ann/13.json": { ...PATREON, id: 13, content: undefined, title: null },
    });
    expect([problems, unknown]).toEqual([[], []]);
    expect(records).toEqual([
      ANN,
      { ...TIDE, file: "f1.png < Ann/11_a_01.png", attachments: ["f2.jpg < Ann/11_a_02.jpg"] },
      { ...TIDE, id: "12", content: "<p>From JSON</p>", tags: [], attachments: [] },
      expect.not.objectContaining({ content: expect.anything(), title: expect.anything() }),
    ]);
    expect(records[3]).toMatchObject({ entity: "posts", id: "13" });
  });

  test("fanbox: articles, the cover, comments with replies", async () => {
    const user = { userId: "66", name: "Bea" };
    const comment = {
      id: "c1",
      parentCommentId: "0",
      body: "a < b",
      createdDatetime: "2024-03-05T22:10:00+09:00",
      user,
    };
    const reply = { ...comment, id: "c2", parentCommentId: "c1", body: "yes" };
    const article = {
      blocks: [
        { type: "header", text: "Head" },
        {
          type: "p",
          text: "bold link end",
          styles: [{ type: "bold", offset: 0, length: 4 }],
          links: [{ offset: 5, length: 4, url: "https://example.org/?a=1&b" }],
        },
        { type: "image", imageId: "x" },
      ],
    };
    const post = {
      id: "81",
      title: "T",
      user,
      creatorId: "bea",
      category: "fanbox",
      subcategory: "creator",
      tags: [],
    };
    const dates = {
      publishedDatetime: "2024-03-05T21:00:00+09:00",
      updatedDatetime: "2024-03-06T21:00:00+09:00",
    };
    const { records, problems } = await read({
      "bea/81_0.jpg": "1",
      "bea/81_0.jpg.json": {
        ...post,
        ...dates,
        articleBody: article,
        ...ofFile(0, "jpg", { isCoverImage: true }),
      },
      "bea/82.json": {
        ...post,
        id: "82",
        ...dates,
        text: "one\ntwo",
        comments: [{ ...comment, replies: [reply] }],
      },
    });
    expect(problems).toEqual([]);
    expect(records).toEqual([
      { entity: "creators", service: "fanbox", id: "66", name: "Bea", public_id: "bea" },
      {
        entity: "posts",
        ...{ service: "fanbox", id: "81", user: "66", title: "T", tags: [] },
        content:
          '<h3>Head</h3><p><strong>bold</strong> <a href="https://example.org/?a=1&amp;b">link</a> end</p>',
        published: "2024-03-05T12:00:00",
        edited: "2024-03-06T12:00:00",
        file: "f0.jpg < bea/81_0.jpg",
        attachments: [],
      },
      expect.objectContaining({ id: "82", content: "one<br>two" }),
      expect.objectContaining({
        entity: "comments",
        post: "82",
        id: "c1",
        commenter: "66",
        commenter_name: "Bea",
        content: "a &lt; b",
        published: "2024-03-05T13:10:00",
      }),
      expect.objectContaining({ entity: "comments", id: "c2", parent_id: "c1" }),
    ]);
  });

  test("fantia: the texts of all blocks in their order, each of them in the metadata of another file", async () => {
    const post = {
      ...{ post_id: 22, post_title: "T", comment: "Intro", posted_at: "Sat, 10 Feb 2024 09:05:00 +0900" },
      ...{ fanclub_id: 40, fanclub_name: "Club", tags: ["x"], category: "fantia", subcategory: "creator" },
    };
    const block = (id: number, text: string) => ({
      content_id: id,
      content_num: id,
      content_title: `B${id}`,
      blogpost_text: text,
    });
    const last = { ...post, ...block(3, "third"), ...ofFile(1, "png", { file_id: "7" }) };
    const { records, problems, unknown } = await read({
      "40/22.json": last,
      "40/22_8.zip": "1",
      "40/22_8.zip.json": {
        ...post,
        ...block(2, "second"),
        ...ofFile(1, "zip", { file_id: "8", content_filename: "pack.zip" }),
      },
      "40/22_7.png": "2",
      "40/22_7.png.json": { ...post, ...block(1, "first\nline"), ...ofFile(1, "png", { file_id: "7" }) },
      "40/22_thumb.png": "3",
      "40/22_thumb.png.json": {
        ...post,
        content_id: "thumb",
        content_num: 1,
        blogpost_text: "",
        ...ofFile(1, "png", { file_id: "thumb" }),
      },
    });
    expect([problems, unknown]).toEqual([[], []]);
    expect(records).toHaveLength(2);
    expect(records[1]).toMatchObject({
      service: "fantia",
      user: "40",
      content: "<p>Intro</p><h3>B1</h3><p>first<br>line</p><h3>B2</h3><p>second</p><h3>B3</h3><p>third</p>",
      published: "2024-02-10T00:05:00",
      file: "f1.png < 40/22_thumb.png",
      attachments: ["f1.png < 40/22_7.png", "pack.zip < 40/22_8.zip"],
    });
  });

  test("boosty: the uuid, links among texts, comments; files of a post that has one file of metadata", async () => {
    const text = (content: string) => [
      { type: "text", content: JSON.stringify([content, "unstyled", []]) },
      { type: "text", content: "" },
    ];
    const reply = {
      id: "r2",
      createdAt: 1709577330,
      author: { id: 2, name: "Ann" },
      data: text("Glad"),
      replies: { data: [] },
    };
    const comment = {
      ...reply,
      id: "r1",
      author: { id: 1, name: "Reader" },
      data: text("Nice & good"),
      replies: { data: [reply] },
    };
    const post = {
      ...{ id: "56873e04-4b08", int_id: 66, title: "Guide", publishTime: 1709576130, updatedAt: 1709576130 },
      ...{
        content: ["See ", "https://example.org/a", " now", "Bye"],
        tags: [{ id: 1, title: "fold" }],
        comments: { data: [comment] },
      },
    };
    const all = {
      post,
      user: { id: 5, name: "Press", blogUrl: "press" },
      category: "boosty",
      subcategory: "user",
    };
    const { records, problems, unknown } = await read({
      "press (5)/2024-03-04 66/01 aa.png": "1",
      "press (5)/2024-03-04 66/66.json": all,
      "press (5)/2024-02-04 65/01 bb.mp3": "2",
      "press (5)/2024-02-04 65/01 bb.mp3.json": {
        ...all,
        post: { ...post, id: "other", int_id: 65, comments: { data: [] } },
        ...ofFile(1, "mp3", { filename: "", file: { id: "bb", title: "song.mp3" } }),
      },
    });
    expect([problems, unknown]).toEqual([[], []]);
    expect(records.map(({ entity, id, attachments }) => [entity, id, attachments])).toEqual([
      ["creators", "press", undefined],
      ["posts", "other", ["song.mp3 < press (5)/2024-02-04 65/01 bb.mp3"]],
      ["creators", "press", undefined],
      ["posts", "56873e04-4b08", ["01 aa.png < press (5)/2024-03-04 66/01 aa.png"]],
      ["comments", "r1", undefined],
      ["comments", "r2", undefined],
    ]);
    expect(records[3]).toMatchObject({
      content: 'See <a href="https://example.org/a">https://example.org/a</a> now<br>Bye',
      published: "2024-03-04T18:15:30",
      tags: ["fold"],
    });
    expect(records[4]).toMatchObject({
      commenter: "1",
      content: "Nice &amp; good",
      published: "2024-03-04T18:35:30",
    });
    expect(records[5]).toMatchObject({ parent_id: "r1" });
  });

  test("subscribestar: the zone of the account, names as they were uploaded", async () => {
    const post = {
      post_id: 66,
      author_id: 3,
      author_name: "moss",
      author_nick: "Moss",
      date: "2024-02-11 03:00:00",
      content: "\n<div>x</div>",
      title: "T",
      tags: [],
    };
    const file = { id: 7, original_filename: "stone 1.mp4", category: "subscribestar", subcategory: "user" };
    const { records } = await read(
      { "moss/66_7.mp4": "1", "moss/66_7.mp4.json": { ...post, ...file, ...ofFile(1, "mp4") } },
      "Asia/Tokyo",
    );
    expect(records).toMatchObject([
      { entity: "creators", id: "moss", name: "Moss" },
      {
        service: "subscribestar",
        id: "66",
        user: "moss",
        content: "<div>x</div>",
        published: "2024-02-10T18:00:00",
        attachments: ["stone 1.mp4 < moss/66_7.mp4"],
      },
    ]);
  });

  test("discord: channels with their parents, a message with its files", async () => {
    const message = {
      ...{
        server: "Studio",
        server_id: "849",
        channel: "swap",
        channel_id: "1206",
        channel_type: 11,
        channel_topic: "",
      },
      ...{
        parent: "art",
        parent_id: "850",
        parent_type: 0,
        author: "gull",
        author_id: "397",
        message: "Here **is** mine <3",
      },
      ...{
        message_id: "120651",
        date: "2024-02-12 08:05:00",
        category: "discord",
        subcategory: "server",
        files: [],
      },
    };
    const { records } = await read({
      "s/c/120651_01_shell.png": "1",
      "s/c/120651_01_shell.png.json": { ...message, ...ofFile(1, "png", { filename: "my shell" }) },
    });
    expect(records).toEqual([
      { entity: "creators", service: "discord", id: "849", name: "Studio" },
      { entity: "discord_channels", id: "850", server_id: "849", name: "art", type: 0 },
      {
        entity: "discord_channels",
        id: "1206",
        server_id: "849",
        name: "swap",
        parent_channel_id: "850",
        topic: "",
        type: 11,
      },
      {
        entity: "discord_messages",
        ...{ id: "120651", server: "849", channel: "1206", author: { id: "397", username: "gull" } },
        ...{ content: "Here **is** mine <3", added: "2024-02-12T08:05:00", published: "2024-02-12T08:05:00" },
        attachments: ["my shell.png < s/c/120651_01_shell.png"],
      },
    ]);
  });

  test("fansly, and the archives with Kemono's API with the hashes they state", async () => {
    const account = { id: "700", username: "loom", displayName: "Cedar" };
    const fansly = {
      id: "720",
      content: "a\nb",
      createdAt: 1709576130,
      account,
      category: "fansly",
      subcategory: "creator-posts",
    };
    const kemono = {
      service: "gumroad",
      user: "5",
      username: "Eve",
      id: "k",
      title: "K",
      content: "<b>x</b>",
      published: "2024-01-01T00:00:00",
      category: "kemono",
      subcategory: "posts",
    };
    const { records } = await read({
      "l/720.json": fansly,
      "k/k_a.png": "1",
      "k/k_a.png.json": { ...kemono, ...ofFile(1, "png", { type: "file", hash: "a".repeat(64) }) },
      "k/k_old.json": { ...kemono, title: "Old", revision_id: 3 },
    });
    expect(records).toMatchObject([
      { entity: "creators", service: "gumroad", id: "5", name: "Eve" },
      { entity: "posts", title: "K", file: "f1.png < k/k_a.png" },
      { entity: "post_revisions", title: "Old" },
      { entity: "creators", service: "fansly", id: "700", name: "Cedar", public_id: "loom" },
      { entity: "posts", id: "720", user: "700", content: "a<br>b", published: "2024-03-04T18:15:30" },
    ]);
  });
});

describe("variants", () => {
  test("metadata of posts under the names of other posts' files is paired by the ids inside", async () => {
    const { records, unknown } = await read({
      "Ann/11_a_01.png": "1",
      "Ann/11_a_01.png.json": { ...PATREON, id: 12, title: "Twelve" },
      "Ann/12_b_01.png": "2",
      "Ann/metadata.json": PATREON,
    });
    expect(unknown).toEqual([]);
    expect(records.slice(1).map(({ id, attachments }) => [id, attachments])).toEqual([
      ["12", ["12_b_01.png < Ann/12_b_01.png"]],
      ["11", ["11_a_01.png < Ann/11_a_01.png"]],
    ]);
  });

  test("info.json, lines and dumps hold posts too; a cut dump gives what is whole", async () => {
    const line = (id: number) => JSON.stringify({ ...PATREON, id });
    const { records, problems } = await read({
      "a/info.json": { ...PATREON, id: 1 },
      "b/data.jsonl": `${line(2)}\n\n${line(3)}\n`,
      "b/3_01.png": "1",
      "dump.json": JSON.stringify(
        [
          [2, { ...PATREON, id: 4 }],
          [3, "https://example.org", { ...PATREON, id: 4, extension: "png" }],
          [2, { ...PATREON, id: 5 }],
        ],
        null,
        2,
      ).slice(0, -300),
    });
    expect(problems).toEqual([expect.stringMatching(/^dump\.json: (is cut|is not JSON)/)]);
    const posts = records.filter(({ entity }) => entity === "posts");
    expect(posts.map(({ id, attachments }) => [id, attachments])).toEqual([
      ["4", []],
      ["4", []],
      ["1", []],
      ["2", []],
      ["3", ["3_01.png < b/3_01.png"]],
    ]);
  });

  test("metadata in a folder of its own finds its files by their names", async () => {
    const { records, problems, unknown } = await read({
      "Ann/11_01.png": "1",
      "Ann/metadata/11_01.png.json": { ...PATREON, ...ofFile(1, "png") },
      "media/far.zip": "2",
      "Ann/metadata/far.zip.json": { ...PATREON, ...ofFile(2, "zip") },
    });
    expect([problems, unknown]).toEqual([[], []]);
    expect(records[1]).toMatchObject({ attachments: ["f1.png < Ann/11_01.png"] });
    expect(records[2]).toMatchObject({ attachments: ["f2.zip < media/far.zip"] });
  });

  test("tags and texts beside a file; archives of the program and its record of ids stay what they are", async () => {
    const { records, unknown } = await read({
      "Ann/11_01.png": "1",
      "Ann/11_01.png.json": { ...PATREON, content: "", ...ofFile(1, "png") },
      "Ann/11_01.png.txt": "sea\nboat\n",
      "Ann/11_01.html": "<p>Mine</p>",
      "Ann/all.zip": "zip",
    });
    expect(records[1]).toMatchObject({ tags: ["sea", "boat"], content: "<p>Mine</p>" });
    expect(unknown).toEqual(["Ann/all.zip"]);
  });

  test("other sites, other JSON, missing files and broken metadata are named; strings of Python are no data", async () => {
    const { records, problems, unknown } = await read({
      "Ann/11_01.png.json": {
        ...PATREON,
        ...ofFile(1, "png"),
        file: { _fallback: "<list_iterator object at 0x1>" },
      },
      "Ann/12.json": "{",
      "Ann/14.json": { category: "pixiv", subcategory: "user", id: 1 },
      "Ann/15.json": { other: true },
      "Ann/16.json": { ...PATREON, id: 16, creator: undefined },
      "elsewhere/package.json": { name: "x" },
    });
    expect(problems).toEqual([
      "Ann/11_01.png.json: the file it describes is not there",
      expect.stringMatching(/^Ann\/12\.json: is not JSON/),
      "Ann/14.json: posts of pixiv have no place in the archive",
      "Ann/16.json: names no post, no creator or no date",
    ]);
    expect(records.filter(({ entity }) => entity === "posts")).toHaveLength(1);
    expect(unknown).toEqual(["Ann/12.json", "Ann/15.json", "elsewhere/package.json"]);
  });
});
