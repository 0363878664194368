import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { readSample } from "#tests/support/downloads.ts";
import { kemonoDl2022 } from "./kemono-dl-2022.ts";

const hash = (content: string) => createHash("sha256").update(content).digest("hex");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const variables = (index: string, filename: string, content: string) => ({
  file_path: `Downloads\\patreon\\Ann [1]\\x\\${index}_${filename}.png`,
  file_variables: { index, filename, ext: "png", hash: hash(content), url: "https://example.org" },
});
const file = (path: string, name: string, content?: string) => ({
  entry: expect.objectContaining({ path }),
  name,
  ...(content !== undefined && { hash: hash(content) }),
});

const PAGE = `<p>Boats.</p><img src="Downloads\\patreon\\Ann [1]\\[20240501] [10] Low tide\\inline\\1_${hash("inline")}.png"/>

<div class="post__comments">
 <article class="comment" id="77">
  <header class="comment__header"><a class="fancy-link comment__name" href="#77">Bob</a></header>
  <section class="comment__body"><div>in reply to nobody</div><p class="comment__message">Nice &amp; calm</p></section>
  <footer class="comment__footer"><time class="timestamp" datetime="2024-05-01 13:30:00">2024-05-01</time></footer>
 </article>
</div>`;

describe("kemono-dl of 2022", () => {
  test("metadata, the text in UTF-16 with its comments and images, and files", async () => {
    const post = "Downloads/patreon/Ann [1]/[20240501] [10] Low tide_";
    const { records, reports, unused } = await readSample(kemonoDl2022, {
      "Downloads/patreon/Ann [1]/[1]_icon.jpeg": "icon",
      [`${post}/[10]_json.json`]: JSON.stringify({
        post_variables: {
          id: "10",
          user_id: "1",
          username: "Ann",
          site: "kemono",
          service: "patreon",
          title: "Low tide?",
          added: "20240502",
          updated: null,
          published: "20240501",
          user_updated: "20240503",
        },
        attachments: [variables("01", "map", "map"), variables("02", "lost", "lost")],
        inline_images: [variables("1", hash("inline"), "inline")],
        content: { text: PAGE },
        links: { text: null },
      }),
      [`${post}/[10]_content.html`]: utf16(PAGE),
      [`${post}/[10]_links.txt`]: utf16("https://example.org"),
      [`${post}/1_map.png`]: "map",
      [`${post}/inline/1_${hash("inline")}.png`]: "inline",
      [`${post}/note.txt`]: "my own",
    });
    const from = `${post}/[10]_json.json`;
    expect(records).toEqual([
      {
        entity: "creators",
        fields: {
          service: "patreon",
          id: "1",
          name: "Ann",
          icon: file("Downloads/patreon/Ann [1]/[1]_icon.jpeg", "[1]_icon.jpeg"),
        },
        from,
      },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "10",
          user: "1",
          title: "Low tide?",
          content: `<p>Boats.</p><img src="${filePath(hash("inline"), ".png")}">`,
          added: "2024-05-02T00:00:00",
          published: "2024-05-01T00:00:00",
          attachments: [
            file(`${post}/1_map.png`, "map.png", "map"),
            file(`${post}/inline/1_${hash("inline")}.png`, `${hash("inline")}.png`, "inline"),
          ],
        },
        from,
        missing: [{ name: "lost.png", hash: hash("lost") }],
        order: ["map", "lost", "inline"].map(hash),
      },
      {
        entity: "comments",
        fields: {
          service: "patreon",
          post: "10",
          id: "77",
          commenter: "Bob",
          commenter_name: "Bob",
          content: "Nice &amp; calm",
          published: "2024-05-01T13:30:00",
        },
        from,
      },
    ]);
    expect(reports).toEqual([`${from}: lost.png is missing or damaged`]);
    expect(unused).toEqual([`${post}/note.txt`]);
  });

  test("without metadata the names of folders and files are all there is", async () => {
    const files = { "[20240501] [10] Low tide/1_map.png": "map", "[None] [11] /1_fog.png": "fog" };
    const below = (folder: string) =>
      Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}${path}`, content]));
    const post = (folder: string, id: string, name: string, more: object) => ({
      entity: "posts",
      fields: {
        service: "fanbox",
        id,
        user: "5",
        attachments: [file(`${folder}/1_${name}`, name)],
        ...more,
      },
      from: folder,
    });
    const named = await readSample(kemonoDl2022, below("fanbox/Ann [5]/"));
    expect(named.records).toEqual([
      { entity: "creators", fields: { service: "fanbox", id: "5", name: "Ann" }, from: expect.any(String) },
      post("fanbox/Ann [5]/[20240501] [10] Low tide", "10", "map.png", {
        title: "Low tide",
        published: "2024-05-01T00:00:00",
      }),
      post("fanbox/Ann [5]/[None] [11] ", "11", "fog.png", {}),
    ]);
    expect((await readSample(kemonoDl2022, below(""))).records).toEqual([]);
    const creatorOf = () => ({ service: "fanbox", id: "5", name: "Ann" });
    const asked = await readSample(kemonoDl2022, below(""), { creatorOf });
    expect(asked.records).toHaveLength(3);
  });

  test("broken metadata is named; the folder still gives the post", async () => {
    const { records, reports } = await readSample(kemonoDl2022, {
      "patreon/Ann [1]/[20240501] [10] Low tide/[10]_json.json": '{"post_variables": {',
      "patreon/Ann [1]/[20240501] [10] Low tide/1_map.png": "map",
    });
    expect(reports).toEqual([expect.stringMatching(/\[10\]_json\.json: is not JSON/)]);
    expect(records[1]).toMatchObject({ entity: "posts", fields: { id: "10", title: "Low tide" } });
  });

  test("versions before April 2022: the post as the API gave it, or its folder alone", async () => {
    const ref = (name: string, content: string) => ({
      name,
      path: `/data${filePath(hash(content), ".png")}`.slice(5),
    });
    const api = (id: string) => ({
      ...{ id, user: "1", service: "patreon", title: `Post ${id}`, content: "<p>As given</p>", embed: {} },
      ...{ published: "Wed, 01 May 2024 12:30:00 GMT", added: "Thu, 02 May 2024 12:00:00 GMT", edited: null },
    });
    const creator = "Downloads/patreon/Ann [1]";
    const { records, unused } = await readSample(kemonoDl2022, {
      // October 2021: no metadata.
      [`${creator}/[20240501] [10] Low tide/content.html`]: utf16("<p>Boats.</p>"),
      [`${creator}/[20240501] [10] Low tide/map.png`]: "map",
      // December 2021.
      [`${creator}/[20240501] [11] Post 11/11.json`]: {
        ...api("11"),
        file: ref("cover.png", "cover"),
        attachments: [ref("sea.png", "sea")],
      },
      [`${creator}/[20240501] [11] Post 11/content.html`]: utf16("<p>As given</p>"),
      [`${creator}/[20240501] [11] Post 11/comments.html`]: utf16(PAGE.slice(PAGE.indexOf("<div"))),
      [`${creator}/[20240501] [11] Post 11/cover.png`]: "cover",
      [`${creator}/[20240501] [11] Post 11/attachments/sea.png`]: "sea",
      // February 2022.
      [`${creator}/[20240501] [12] Post 12/[0] post.json`]: {
        ...{ ...api("12"), user: undefined, user_id: "1", file: null },
        attachments: [ref("sea.png", "sea"), ref("lost.png", "lost")],
      },
      [`${creator}/[20240501] [12] Post 12/[0] content.html`]: utf16("<p>As given</p>"),
      [`${creator}/[20240501] [12] Post 12/[1] sea.png`]: "sea",
    });
    const dates = { published: "2024-05-01T12:30:00", added: "2024-05-02T12:00:00" };
    expect(records.filter(({ entity }) => entity === "posts").map(({ fields }) => fields)).toMatchObject([
      {
        id: "10",
        user: "1",
        title: "Low tide",
        content: "<p>Boats.</p>",
        published: "2024-05-01T00:00:00",
        attachments: [{ name: "map.png" }],
      },
      {
        id: "11",
        user: "1",
        title: "Post 11",
        content: "<p>As given</p>",
        ...dates,
        file: { name: "cover.png" },
        attachments: [{ name: "sea.png" }],
      },
      { id: "12", user: "1", title: "Post 12", ...dates, attachments: [{ name: "sea.png" }] },
    ]);
    expect(records.find(({ entity }) => entity === "comments")?.fields).toMatchObject({
      post: "11",
      id: "77",
    });
    expect(records.at(-1)?.missing).toEqual([{ name: "lost.png", hash: hash("lost"), url: undefined }]);
    expect(unused).toEqual([]);
  });
});
