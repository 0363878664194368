import { describe, expect, test } from "vitest";
import { readSample } from "#tests/support/downloads.ts";
import { ytDlp } from "./yt-dlp.ts";

const PATREON = {
  id: "91000002-1",
  extractor_key: "Patreon",
  webpage_url: "https://www.patreon.com/posts/harbour-film-91000002",
  title: "Harbour <film>",
  description: "Ink & wash\nmore",
  timestamp: 1_709_553_600,
  uploader: "Lantern Fox",
  uploader_id: "7000001",
  tags: ["ink"],
  ext: "mp4",
  comments: [
    { id: "1", parent: "root", text: "So <calm>", timestamp: 1_709_553_660, author: "Bob", author_id: "9" },
    { id: "2", parent: "1", text: "Yes", timestamp: 1_709_553_720, author: null, author_id: "7000001" },
  ],
};
const BOOSTY = {
  id: "d7473824-352e-48e2-ae53-d4aa39459968",
  extractor_key: "Boosty",
  webpage_url: "https://boosty.to/paperlantern/posts/e55d050c-e3bb-4873-a7db-ac7a49b40c38",
  title: "Press",
  channel: "Paper Lantern",
  channel_id: "7958701",
  timestamp: 1_655_031_975,
  release_timestamp: 1_655_049_000,
  modified_timestamp: 1_743_328_648,
};
const file = (path: string, name: string) => ({ entry: expect.objectContaining({ path }), name });

describe("yt-dlp", () => {
  test("posts of Patreon and Boosty with the film, its cover and subtitles, and comments", async () => {
    const { records, reports, unused } = await readSample(ytDlp, {
      "a/Harbour [91000002-1].info.json": JSON.stringify(PATREON),
      "a/Harbour [91000002-1].mp4": "film",
      "a/Harbour [91000002-1].webp": "cover",
      "a/Harbour [91000002-1].en.vtt": "subtitles",
      "a/Harbour [91000002-1].description": "Ink & wash\nmore",
      "a/Harbour [91000002-1].mp4.part": "cut",
      "a/Other [x].info.json": JSON.stringify({ ...PATREON, extractor_key: "Youtube" }),
      "a/Press.info.json": JSON.stringify(BOOSTY),
      "a/Press.mp4": "press",
      "a/cut.info.json": JSON.stringify(BOOSTY).slice(0, 50),
    });
    const comment = { service: "patreon", post: "91000002" };
    expect(records).toEqual([
      {
        entity: "creators",
        fields: { service: "patreon", id: "7000001", name: "Lantern Fox" },
        from: "a/Harbour [91000002-1].info.json",
      },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "91000002",
          user: "7000001",
          title: "Harbour <film>",
          content: "Ink &amp; wash<br>more",
          published: "2024-03-04T12:00:00",
          tags: ["ink"],
          file: file("a/Harbour [91000002-1].webp", "Harbour [91000002-1].webp"),
          attachments: [
            file("a/Harbour [91000002-1].en.vtt", "Harbour [91000002-1].en.vtt"),
            file("a/Harbour [91000002-1].mp4", "Harbour [91000002-1].mp4"),
          ],
        },
        from: "a/Harbour [91000002-1].info.json",
      },
      {
        entity: "comments",
        fields: {
          ...comment,
          id: "1",
          commenter: "9",
          commenter_name: "Bob",
          content: "So &lt;calm&gt;",
          published: "2024-03-04T12:01:00",
        },
        from: "a/Harbour [91000002-1].info.json",
      },
      {
        entity: "comments",
        fields: {
          ...comment,
          id: "2",
          parent_id: "1",
          commenter: "7000001",
          content: "Yes",
          published: "2024-03-04T12:02:00",
        },
        from: "a/Harbour [91000002-1].info.json",
      },
      {
        entity: "creators",
        fields: { service: "boosty", id: "paperlantern", name: "Paper Lantern" },
        from: "a/Press.info.json",
      },
      {
        entity: "posts",
        fields: {
          service: "boosty",
          id: "e55d050c-e3bb-4873-a7db-ac7a49b40c38",
          user: "paperlantern",
          title: "Press",
          published: "2022-06-12T15:50:00",
          edited: "2025-03-30T09:57:28",
          attachments: [file("a/Press.mp4", "Press.mp4")],
        },
        from: "a/Press.info.json",
      },
    ]);
    expect(reports).toEqual([
      expect.stringMatching(/^a\/cut\.info\.json: is not JSON/),
      "a/Harbour [91000002-1].mp4.part: is an unfinished download",
    ]);
    expect(unused).toEqual(["a/Other [x].info.json"]);
  });

  test("films of other sites are no one's posts", async () => {
    const { programs } = await readSample(ytDlp, {
      "a.info.json": JSON.stringify({ ...PATREON, extractor_key: "Youtube" }),
    });
    expect(programs.size).toBe(0);
  });
});
