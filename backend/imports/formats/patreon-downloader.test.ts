import { describe, expect, test } from "vitest";
import { readSample } from "#tests/support/downloads.ts";
import { patreonDownloader } from "./patreon-downloader.ts";

const refs = (...ids: string[]) => ({ data: ids.map((id) => ({ id, type: "media" })) });
const media = (id: string, file_name: string) => ({ id, type: "media", attributes: { file_name } });
const post = (id: string, attributes: object, relationships: object = {}) => ({
  id,
  type: "post",
  attributes: { current_user_can_view: true, content: null, embed: null, ...attributes },
  relationships: { user: { data: { id: "7000001", type: "user" } }, ...relationships },
});
const USER = {
  id: "7000001",
  type: "user",
  attributes: { full_name: "Lantern Fox", url: "https://www.patreon.com/lanternfox" },
};
const page = (data: object[], ...included: object[]) =>
  JSON.stringify({ data, included: [USER, ...included], links: { next: null }, meta: {} });
const file = (path: string, name: string) => ({ entry: expect.objectContaining({ path }), name });

describe("PatreonDownloader", () => {
  test("pages of posts with files in one folder", async () => {
    const { records, reports, unused } = await readSample(patreonDownloader, {
      "Fox/page_1.json": page(
        [
          post(
            "91000001",
            {
              title: "Harbour / studies",
              content: "<p>Ink.</p>",
              published_at: "2024-03-04T18:15:30.000+00:00",
              post_file: { name: "harbour.png", url: "https://example.org" },
              embed: { url: "https://example.org/v", subject: "Film", description: null, html: null },
            },
            { images: refs("502", "501"), attachments_media: refs("601") },
          ),
          { id: "1", type: "campaign" },
        ],
        media("501", "harbour.png"),
        media("502", "harbour 02: final.jpg"),
        media("601", "layers.psd"),
      ),
      "Fox/page_10.json": page([
        post(
          "91000004",
          {
            title: "Locked",
            published_at: "2024-03-05T00:00:00.000+09:00",
            current_user_can_view: false,
            min_cents_pledged_to_view: 550,
          },
          { images: refs("503", "504") },
        ),
      ]),
      "Fox/page_2.json": page([
        post("91000003", {
          title: "Notes",
          content_json_string:
            '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Wash"}]}]}',
        }),
      ]),
      "Fox/0_avatar_1.png": "avatar",
      "Fox/0_cover_1.png": "cover",
      "Fox/91000001_post_harbour.png": "same",
      "Fox/91000001_media_501_harbour.png": "same",
      "Fox/91000001_media_502_harbour 02_ final.jpg": "two",
      "Fox/91000001_attachment_601_layers.psd": "psd",
      "Fox/91000001_external_map.pdf": "pdf",
      "Fox/91000001_description.html": "<p>Ink.</p>",
      "Fox/91000003_external_x.png.dwnldtmp": "cut",
      "Fox/91000009_media_700_old.png": "of a page that is gone",
      "Fox/notes.txt": "my own",
    });
    const patreon = (id: string, more: object) => ({ service: "patreon", id, user: "7000001", ...more });
    expect(records).toEqual([
      {
        entity: "creators",
        fields: {
          service: "patreon",
          id: "7000001",
          name: "Lantern Fox",
          public_id: "lanternfox",
          icon: file("Fox/0_avatar_1.png", "0_avatar_1.png"),
          banner: file("Fox/0_cover_1.png", "0_cover_1.png"),
        },
        from: "Fox/page_1.json",
      },
      {
        entity: "posts",
        fields: patreon("91000001", {
          title: "Harbour / studies",
          content: "<p>Ink.</p>",
          embed: { url: "https://example.org/v", subject: "Film" },
          published: "2024-03-04T18:15:30",
          file: file("Fox/91000001_post_harbour.png", "harbour.png"),
          attachments: [
            file("Fox/91000001_media_502_harbour 02_ final.jpg", "harbour 02: final.jpg"),
            file("Fox/91000001_media_501_harbour.png", "harbour.png"),
            file("Fox/91000001_attachment_601_layers.psd", "layers.psd"),
            file("Fox/91000001_external_map.pdf", "map.pdf"),
          ],
        }),
        from: "Fox/page_1.json",
      },
      {
        entity: "posts",
        fields: patreon("91000003", { title: "Notes", content: "<p>Wash</p>" }),
        from: "Fox/page_2.json",
      },
      {
        entity: "posts",
        fields: patreon("91000004", {
          title: "Locked",
          published: "2024-03-04T15:00:00",
          incomplete_rewards: { price: 5.5, media_count: 2, photo_count: 2, video_count: 0 },
        }),
        from: "Fox/page_10.json",
      },
      {
        entity: "posts",
        fields: patreon("91000009", { attachments: [file("Fox/91000009_media_700_old.png", "old.png")] }),
        from: "Fox/91000009_media_700_old.png",
      },
    ]);
    expect(reports).toEqual([
      "Fox/page_1.json: a post is of another shape: type",
      "Fox/91000003_external_x.png.dwnldtmp: is an unfinished download",
    ]);
    expect(unused).toEqual(["Fox/notes.txt"]);
  });

  test("a folder for each post, without pages: the person names the creator", async () => {
    const files = {
      "Fox/[91000001] 2024-03-05 Harbour at dusk~/description.html": "<p>Ink.</p>",
      "Fox/[91000001] 2024-03-05 Harbour at dusk~/embed.txt":
        "Provider: P, Provider URL: \r\n\r\nSubject: Film\r\n\r\nUrl: https://example.org/v\r\n\r\nDescription: \r\n\r\n",
      "Fox/[91000001] 2024-03-05 Harbour at dusk~/post_harbour.png": "one",
      "Fox/[91000001] 2024-03-05 Harbour at dusk~/attachment_601_layers.psd": "psd",
      "Fox/[91000001] 2024-03-05 Harbour at dusk~/drive/film.mp4": "film",
    };
    const creatorOf = () => ({ service: "patreon", id: "7000001", name: "Fox" });
    const { records, unused } = await readSample(patreonDownloader, files, {
      zone: "Asia/Tokyo",
      creatorOf,
    });
    const folder = "Fox/[91000001] 2024-03-05 Harbour at dusk~";
    expect(records[0]?.fields).toEqual({ service: "patreon", id: "7000001", name: "Fox" });
    expect(records.slice(1)).toEqual([
      {
        entity: "posts",
        fields: {
          service: "patreon",
          id: "91000001",
          user: "7000001",
          title: "Harbour at dusk",
          content: "<p>Ink.</p>",
          embed: { url: "https://example.org/v", subject: "Film" },
          published: "2024-03-04T15:00:00",
          file: file(`${folder}/post_harbour.png`, "harbour.png"),
          attachments: [
            file(`${folder}/attachment_601_layers.psd`, "layers.psd"),
            file(`${folder}/drive/film.mp4`, "film.mp4"),
          ],
        },
        from: expect.stringContaining(folder),
      },
    ]);
    expect(unused).toEqual([]);
    expect((await readSample(patreonDownloader, files)).records).toEqual([]);
  });

  test("a cut page is named; names alone that others may have are not enough", async () => {
    const whole = page([post("91000001", { title: "Harbour" })]);
    const { records, reports } = await readSample(patreonDownloader, {
      "page_1.json": whole.slice(0, -20),
      "page_2.json": whole,
    });
    expect(reports).toEqual([expect.stringMatching(/^page_1\.json: is not JSON/)]);
    expect(records).toHaveLength(2);
    const other = await readSample(patreonDownloader, {
      "91000003_post_01.png": "of another program",
      "page_1.json": "{}",
    });
    expect(other.programs.size).toBe(0);
  });

  test("before release 21, names have no id, but for the second file of a name", async () => {
    const { records, unused } = await readSample(patreonDownloader, {
      "Fox/page_1.json": page(
        [
          post(
            "91000001",
            { title: "Harbour" },
            { images: refs("502", "501"), attachments_media: refs("601") },
          ),
        ],
        media("501", "harbour.png"),
        media("502", "harbour.png"),
        media("601", "layers.psd"),
      ),
      "Fox/91000001_media_harbour.png": "one",
      "Fox/91000001_media_harbour_502.png": "two",
      "Fox/91000001_attachment_layers.psd": "psd",
    });
    expect(records.at(-1)?.fields).toMatchObject({
      id: "91000001",
      attachments: [
        file("Fox/91000001_media_harbour_502.png", "harbour.png"),
        file("Fox/91000001_media_harbour.png", "harbour.png"),
        file("Fox/91000001_attachment_layers.psd", "layers.psd"),
      ],
    });
    expect(unused).toEqual([]);
    const creatorOf = () => ({ service: "patreon", id: "7", name: "Fox" });
    const alone = await readSample(
      patreonDownloader,
      { "Fox/91000001_media_harbour.png": "one" },
      { creatorOf },
    );
    expect(alone.records.at(-1)?.fields).toMatchObject({ id: "91000001", user: "7" });
  });
});
