import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { fanboxDl } from "./fanbox-dl.ts";
import { stableId } from "./lib/names.ts";

const KEY = "aBcDeFgHiJkLmNoPqRsTuVwX";
const creator = {
  entity: "creators",
  fields: { service: "fanbox", id: "inkpond", public_id: "inkpond", name: "inkpond" },
};
const post = (day: string, title: string, attachments: string[]) => ({
  entity: "posts",
  fields: {
    service: "fanbox",
    id: stableId("fanbox", "inkpond", day, title),
    user: "inkpond",
    title,
    published: `${day}T00:00:00`,
    attachments,
  },
});

test("files of a creator are one post for each day and title", async () => {
  const cut = `2024-05-03-${"長".repeat(70)}....png`;
  const { found, unused } = await readPlainSample(fanboxDl, {
    [`out/inkpond/2024-05-01-Low-tide-2-file-1-10-${KEY}.png`]: "c",
    [`out/inkpond/2024-05-01-Low-tide-2-file-1-2-${KEY}.png`]: "b",
    [`out/inkpond/2024-05-02-Brushes-file-0-${KEY}.zip`]: "d",
    [`out/inkpond/${cut}`]: "e",
    "out/inkpond/notes.txt": "mine",
  });
  expect(found).toEqual([
    creator,
    post("2024-05-01", "Low-tide-2-file-1", [
      `out/inkpond/2024-05-01-Low-tide-2-file-1-2-${KEY}.png`,
      `out/inkpond/2024-05-01-Low-tide-2-file-1-10-${KEY}.png`,
    ]),
    post("2024-05-02", "Brushes", [`out/inkpond/2024-05-02-Brushes-file-0-${KEY}.zip`]),
    post("2024-05-03", "長".repeat(70), [`out/inkpond/${cut}`]),
  ]);
  expect(unused).toEqual(["out/inkpond/notes.txt"]);
});

test("folders of posts and of plans give the same posts", async () => {
  const { found, unused } = await readPlainSample(fanboxDl, {
    [`inkpond/500yen/2024-05-02-Brushes/file-0-${KEY}.zip`]: "d",
    [`inkpond/0yen/2024-05-01-Low tide-0-${KEY}.png`]: "a",
  });
  expect(found).toEqual([
    creator,
    post("2024-05-01", "Low tide", [`inkpond/0yen/2024-05-01-Low tide-0-${KEY}.png`]),
    creator,
    post("2024-05-02", "Brushes", [`inkpond/500yen/2024-05-02-Brushes/file-0-${KEY}.zip`]),
  ]);
  expect(unused).toEqual([]);
});

test("the folder of a creator alone asks for its name; other names with a date are not of this program", async () => {
  const files = { [`2024-05-01-Low tide-0-${KEY}.png`]: "a", "trips/2024-05-01-beach-1-2.png": "b" };
  const creatorOf = () => ({ service: "fanbox", id: "inkpond", name: "Ink" });
  expect((await readPlainSample(fanboxDl, files, { creatorOf })).found).toMatchObject([
    { fields: { id: "inkpond", name: "Ink" } },
    { fields: { user: "inkpond", title: "Low tide" } },
  ]);
  const asked = await readPlainSample(fanboxDl, files);
  expect(asked.found).toEqual([]);
});
