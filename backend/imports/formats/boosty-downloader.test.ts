import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { boostyDownloader } from "./boosty-downloader.ts";
import { stableId } from "./lib/names.ts";

const ID = "a2dd6942-0f6e-4c1f-9a53-0c3c0e5b7d11";
const page = (title: string, content: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body>\n` +
  `<button id="theme-toggle">🌙</button>\n<div class="content">\n${content}\n</div>\n</body>\n</html>`;
const creator = {
  entity: "creators",
  fields: { service: "boosty", id: "paperlantern", public_id: "paperlantern", name: "paperlantern" },
};
const tide = `<h1>Low tide</h1>
Лодки &amp; <strong>sails</strong><br>
<img src="images/2f.png" alt="Image" style="max-width: 100%;">
<video controls>
    <source src="boosty_videos\\Evening (0b1c2d3e).mp4" type="video/mp4">
    Your browser does not support the video tag.
</video>
<div class="audio-player">
    <div class="audio-title">waves.mp3</div>
    <audio controls>
        <source src="audio/waves.mp3">
    </audio>
</div>
<img src="images/gone.png" alt="Image">
<img src="https://example.com/a.png" alt="Image">
<a href="https://boosty.to/other">Other</a>`;

const CACHE = [
  "create table post_cache (post_uuid varchar primary key, last_updated_timestamp varchar not null)",
  `insert into post_cache values ('${ID}', '2024-05-01T12:00:00+00:00')`,
];

test("text from the page, files in its order, the id from the database", async () => {
  const folder = "out/paperlantern/2024-05-01 - Low tide_ boats (a2dd6942)";
  const old = "out/paperlantern/2023-01-02 - No title";
  const sample = await readPlainSample(
    boostyDownloader,
    {
      [`${folder}/post.html`]: page("Low tide: boats", tide),
      [`${folder}/images/2f.png`]: "image",
      [`${folder}/boosty_videos/Evening (0b1c2d3e).mp4`]: "video",
      [`${folder}/audio/waves.mp3`]: "audio",
      [`${folder}/files/brushes.zip`]: "zip",
      [`${old}/post.html`]: page("HTML Report", '<img src="images/1.png">'),
      [`${old}/images/1.png`]: "1",
      "out/paperlantern/2024-05-03 - Files (00000000)/files/b.zip": "zip",
    },
    { databases: { "out/paperlantern/post_cache.db": CACHE }, zone: "Asia/Tokyo" },
  );
  const post = { service: "boosty", user: "paperlantern" };
  expect(sample.found).toEqual([
    creator,
    {
      entity: "posts",
      fields: {
        ...post,
        id: stableId("boosty", "paperlantern", "2023-01-02", "No title"),
        published: "2023-01-02T00:00:00",
        attachments: [`${old}/images/1.png`],
      },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: ID,
        title: "Low tide: boats",
        content: expect.stringMatching(
          /^<h1>Low tide<\/h1>\nЛодки &amp; <strong>sails<\/strong><br>\s+<img src="https:\/\/example.com\/a.png" alt="Image">\n<a href="https:\/\/boosty.to\/other">Other<\/a>$/,
        ),
        published: "2024-05-01T00:00:00",
        attachments: [
          `${folder}/images/2f.png`,
          `${folder}/boosty_videos/Evening (0b1c2d3e).mp4`,
          `${folder}/audio/waves.mp3`,
          `${folder}/files/brushes.zip`,
        ],
      },
      missing: [{ name: "gone.png" }],
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: "00000000",
        title: "Files",
        published: "2024-05-03T00:00:00",
        attachments: ["out/paperlantern/2024-05-03 - Files (00000000)/files/b.zip"],
      },
    },
  ]);
  expect(sample.reports).toEqual([`${folder}/post.html: images/gone.png is not there`]);
  expect(sample.unused).toEqual([]);
});

test("a page that is cut and a damaged database are named", async () => {
  const sample = await readPlainSample(boostyDownloader, {
    "paperlantern/2024-05-01 - Low tide (a2dd6942)/post.html": page("Low tide", "Boats"),
    "paperlantern/2024-05-02 - Evening (b2dd6942)/post.html": "<!DOCTYPE html><html><head><title>Eve",
    "paperlantern/2024-05-02 - Evening (b2dd6942)/images/1.png": "1",
    "paperlantern/post_cache.db": "SQLite format 3\0",
  });
  expect(sample.found).toMatchObject([
    creator,
    { fields: { id: "a2dd6942", title: "Low tide", content: "Boats" } },
    { fields: { id: "b2dd6942", title: "Evening", attachments: [expect.any(String)] } },
  ]);
  expect(sample.reports).toEqual([
    expect.stringMatching(/^paperlantern\/post_cache\.db: .*database/),
    "paperlantern/2024-05-02 - Evening (b2dd6942)/post.html: has no content of a post",
  ]);
});

test("a first page that is cut does not hide the others", async () => {
  const sample = await readPlainSample(boostyDownloader, {
    "paperlantern/2024-05-01 - Low tide (a2dd6942)/post.html": "<!DOCTYPE html><html><head>",
    "paperlantern/2024-05-02 - Evening (b2dd6942)/post.html": page("Evening", "Late"),
  });
  expect(sample.found).toMatchObject([
    creator,
    { fields: { title: "Low tide" } },
    { fields: { title: "Evening", content: "Late" } },
  ]);
  expect(sample.reports).toEqual([
    "paperlantern/2024-05-01 - Low tide (a2dd6942)/post.html: has no content of a post",
  ]);
});

test("folders with a date and another page are not of this program", async () => {
  const files = { "trips/2024-05-01 - Beach/post.html": "<p>Mine</p>", "trips/2024-05-02 - Lake/1.jpg": "a" };
  expect((await readPlainSample(boostyDownloader, files)).found).toEqual([]);
});
