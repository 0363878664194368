import { describe, expect, test } from "vitest";
import { readSample } from "#tests/support/downloads.ts";
import { kemonoDl } from "./kemono-dl.ts";

const attachment = (path: string) => ({
  entry: expect.objectContaining({ path }),
  name: path.split("/").at(-1),
});

describe("kemono-dl", () => {
  test("ids, text and files come from the folders", async () => {
    const { records, reports, unused } = await readSample(kemonoDl, {
      "out/patreon/1/10/content.html": "<p>Boats.</p>",
      "out/patreon/1/10/10.png": "ten",
      "out/patreon/1/10/2.png": "two",
      "out/patreon/1/10/3.png.tmp": "not finished",
      "out/patreon/1/11/tide.mp4": "film",
      "out/onlyfans/ann/12/content.html": "<p>No files.</p>",
      "out/onlyfans/ann/my pictures/1.png": "not this program's",
      "patreon/readme.txt": "nor this",
    });
    expect(records).toEqual([
      {
        entity: "creators",
        fields: { service: "onlyfans", id: "ann", name: "ann" },
        from: "out/onlyfans/ann/12/content.html",
      },
      {
        entity: "posts",
        fields: { service: "onlyfans", user: "ann", id: "12", content: "<p>No files.</p>" },
        from: "out/onlyfans/ann/12/content.html",
      },
      {
        entity: "creators",
        fields: { service: "patreon", id: "1", name: "1" },
        from: "out/patreon/1/10/content.html",
      },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          user: "1",
          id: "10",
          content: "<p>Boats.</p>",
          attachments: [attachment("out/patreon/1/10/2.png"), attachment("out/patreon/1/10/10.png")],
        },
        from: "out/patreon/1/10/content.html",
      },
      { entity: "creators", fields: { service: "patreon", id: "1", name: "1" }, from: "out/patreon/1/11" },
      {
        entity: "posts",
        fields: {
          service: "patreon",
          user: "1",
          id: "11",
          attachments: [attachment("out/patreon/1/11/tide.mp4")],
        },
        from: "out/patreon/1/11",
      },
    ]);
    expect(reports).toEqual(["out/patreon/1/10/3.png.tmp: is an unfinished download"]);
    expect(unused).toEqual(["out/onlyfans/ann/my pictures/1.png", "patreon/readme.txt"]);
  });
});
