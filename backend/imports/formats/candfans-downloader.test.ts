import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { candfansDownloader } from "./candfans-downloader.ts";

test("a folder for each post, whose files repeat its title", async () => {
  const { found, unused } = await readPlainSample(candfansDownloader, {
    "downloads/mio/4401-Low tide (1)/Low tide (1)_10.mp4": "j",
    "downloads/mio/4401-Low tide (1)/Low tide (1)_2.mp4": "b",
    "downloads/mio/4402-Evening/Evening.jpg": "a",
    "downloads/mio/4402-Evening/playlist.m3u8": "left by a run that was ended",
    "trips/2024-Beach/IMG_1.jpg": "mine",
    "trips/2024-Beach/Beachside.jpg": "mine",
  });
  const creator = {
    entity: "creators",
    fields: { service: "candfans", id: "mio", public_id: "mio", name: "mio" },
  };
  const post = { service: "candfans", user: "mio" };
  expect(found).toEqual([
    creator,
    {
      entity: "posts",
      fields: {
        ...post,
        id: "4401",
        title: "Low tide (1)",
        attachments: [
          "downloads/mio/4401-Low tide (1)/Low tide (1)_2.mp4",
          "downloads/mio/4401-Low tide (1)/Low tide (1)_10.mp4",
        ],
      },
    },
    creator,
    {
      entity: "posts",
      fields: {
        ...post,
        id: "4402",
        title: "Evening",
        attachments: ["downloads/mio/4402-Evening/Evening.jpg"],
      },
    },
  ]);
  expect(unused).toEqual([
    "downloads/mio/4402-Evening/playlist.m3u8",
    "trips/2024-Beach/Beachside.jpg",
    "trips/2024-Beach/IMG_1.jpg",
  ]);
});

test("the folder of a creator alone asks for its name, of this service", async () => {
  const files = { "4402-Evening/Evening.mp4": "a" };
  const asked = (service: string) => ({ creatorOf: () => ({ service, id: "7", name: "Mio" }) });
  expect((await readPlainSample(candfansDownloader, files, asked("candfans"))).found).toMatchObject([
    { fields: { service: "candfans", id: "7", name: "Mio" } },
    { fields: { id: "4402", user: "7" } },
  ]);
  expect((await readPlainSample(candfansDownloader, files, asked("patreon"))).found).toEqual([]);
});
