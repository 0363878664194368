import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { readSample } from "#tests/support/downloads.ts";
import { kemonoDownloader } from "./kemono-downloader.ts";

const hash = (content: string) => createHash("sha256").update(content).digest("hex");
const url = (content: string) => `https://n4.kemono.su/data${filePath(hash(content), ".png")}`;
const file = (path: string, name: string, content: string) => ({
  entry: expect.objectContaining({ path }),
  name,
  hash: hash(content),
  url: url(content),
});

const MARKDOWN = `# Low tide

Boats.

## Embedded Content
- URL: https://example.org/tides
- Subject: Tides
- Description: None

---

## Raw Title and Content

Raw Title: Low tide

Raw Content:
<p>Boats.</p>
<p>And fog.</p>

## Attachments

- sea map.final.png: ${url("map")}?f=sea_map
- lost.png: ${url("lost")}?f=lost

## Images

![Image 1](${url("cover")}) - cover.png
`;
const TEXT = `Title: Fog

Nothing to see.


---

Raw Title and Content:

Raw Title: Fog

Raw Content:
<p>Nothing to see.</p>

Images:

Image 1: ${url("fog")} (Name: fog.png)
`;

describe("Kemono and Coomer Downloader", () => {
  test("pages of posts, as Markdown and as text", async () => {
    const ann = "kemono/Ann-Marie-patreon-1";
    const { records, reports, unused } = await readSample(kemonoDownloader, {
      [`${ann}/posts/10/files.md`]: MARKDOWN,
      [`${ann}/posts/10/1-sea_map.png`]: "map",
      [`${ann}/posts/10/renamed.png`]: "cover",
      [`${ann}/posts/11/files.txt`]: TEXT,
      [`${ann}/posts/11/1-fog.png`]: "fog",
      "kemono/profiles.json": "{}",
    });
    const from = `${ann}/posts/10/files.md`;
    expect(records).toEqual([
      { entity: "creators", fields: { service: "patreon", id: "1", name: "Ann-Marie" }, from },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "10",
          user: "1",
          title: "Low tide",
          content: "<p>Boats.</p>\n<p>And fog.</p>",
          embed: { url: "https://example.org/tides", subject: "Tides" },
          attachments: [
            {
              ...file(`${ann}/posts/10/1-sea_map.png`, "sea map.final.png", "map"),
              url: `${url("map")}?f=sea_map`,
            },
            file(`${ann}/posts/10/renamed.png`, "cover.png", "cover"),
          ],
        },
        from,
        missing: [{ name: "lost.png", hash: hash("lost"), url: `${url("lost")}?f=lost` }],
        order: ["map", "lost", "cover"].map(hash),
      },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "11",
          user: "1",
          title: "Fog",
          content: "<p>Nothing to see.</p>",
          attachments: [file(`${ann}/posts/11/1-fog.png`, "fog.png", "fog")],
        },
        from: `${ann}/posts/11/files.txt`,
      },
    ]);
    expect(reports).toEqual([`${from}: lost.png is missing or damaged`]);
    expect(unused).toEqual(["kemono/profiles.json"]);
  });

  test("a list of posts, one of which has a page as well", async () => {
    const listed = (id: string, title: string, name: string, content: string) => ({
      id,
      user: "1",
      service: "patreon",
      title,
      link: "https://kemono.su",
      page: 1,
      offset: 0,
      files: [{ name, url: url(content) }],
    });
    const list = [
      listed("11", "Fog", "fog.png", "fog"),
      listed("12", "Dawn", "first light?.png", "dawn"),
      listed("13", "Never downloaded", "night.png", "night"),
    ];
    const { records, reports, unused } = await readSample(kemonoDownloader, {
      "posts-0-2024-11-20.json": JSON.stringify({ total_posts: 3, posts: list }),
      "posts/11/files.txt": TEXT,
      "posts/11/1-fog.png": "fog",
      "posts/12/1-first_light.png": "dawn",
    });
    const from = "posts-0-2024-11-20.json";
    expect(records).toEqual([
      { entity: "creators", fields: { service: "patreon", id: "1", name: "1" }, from },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "11",
          user: "1",
          title: "Fog",
          content: "<p>Nothing to see.</p>",
          attachments: [file("posts/11/1-fog.png", "fog.png", "fog")],
        },
        from,
      },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "12",
          user: "1",
          title: "Dawn",
          attachments: [file("posts/12/1-first_light.png", "first light?.png", "dawn")],
        },
        from,
      },
      {
        entity: "posts",
        fields: { service: "patreon", id: "13", user: "1", title: "Never downloaded" },
        from,
        missing: [{ name: "night.png", hash: hash("night"), url: url("night") }],
        order: [hash("night")],
      },
    ]);
    expect(reports).toEqual([]);
    expect(unused).toEqual([]);
  });

  test("a folder named posts is not enough; a cut list is named", async () => {
    const other = await readSample(kemonoDownloader, { "Ann/posts/10/files.md": "# My files" });
    expect(other.records).toEqual([]);
    const cut = await readSample(kemonoDownloader, {
      "Ann/posts-0.json": '{"total_posts": 2, "posts": [{',
      "Ann/posts/10/1.png": "map",
    });
    expect(cut.reports).toEqual([expect.stringMatching(/^Ann\/posts-0\.json: is not JSON/)]);
  });
});
