import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { stableId } from "./lib/names.ts";
import { pixivFanboxDownloader } from "./pixiv-fanbox-downloader.ts";

const creator = {
  entity: "creators",
  fields: { service: "fanbox", id: "Ink Pond", public_id: "Ink Pond", name: "Ink Pond" },
};
const post = { service: "fanbox", user: "Ink Pond" };

test("the id comes from the file of links where there is one", async () => {
  const { found, unused, reports } = await readPlainSample(
    pixivFanboxDownloader,
    {
      "fanbox/Ink Pond/2024-05-01-Low tide/10.png": "c",
      "fanbox/Ink Pond/2024-05-01-Low tide/2.png": "b",
      "fanbox/Ink Pond/2024-05-01-Low tide/0.jpeg": "cover",
      "fanbox/Ink Pond/2024-05-01-Low tide/links-8100001.txt": "https://example.com/a?b&c\n\nBoats <3",
      "fanbox/Ink Pond/2024-05-02-Brushes/brushes.zip": "zip",
    },
    { zone: "Asia/Tokyo" },
  );
  expect(found).toEqual([
    creator,
    {
      entity: "posts",
      fields: {
        ...post,
        id: "8100001",
        title: "Low tide",
        content: "https://example.com/a?b&amp;c<br><br>Boats &lt;3",
        published: "2024-04-30T15:00:00",
        file: "fanbox/Ink Pond/2024-05-01-Low tide/0.jpeg",
        attachments: [
          "fanbox/Ink Pond/2024-05-01-Low tide/2.png",
          "fanbox/Ink Pond/2024-05-01-Low tide/10.png",
        ],
      },
    },
    creator,
    {
      entity: "posts",
      fields: {
        ...post,
        id: stableId("fanbox", "Ink Pond", "2024-05-02", "Brushes"),
        title: "Brushes",
        published: "2024-05-01T15:00:00",
        attachments: ["fanbox/Ink Pond/2024-05-02-Brushes/brushes.zip"],
      },
    },
  ]);
  expect(unused).toEqual([]);
  expect(reports).toEqual([]);
});

test("outside of a folder `fanbox` only the file of links makes it one of this program", async () => {
  const { found } = await readPlainSample(pixivFanboxDownloader, {
    "trips/me/2024-05-01-Beach/1.png": "a",
    "saved/Ink Pond/2024-05-03-Evening/links-8100003.txt": "https://example.com/",
  });
  expect(found).toMatchObject([creator, { fields: { id: "8100003", title: "Evening" } }]);
});
