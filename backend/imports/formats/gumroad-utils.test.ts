import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { gumroadUtils } from "./gumroad-utils.ts";
import { stableId } from "./lib/names.ts";

const creator = {
  entity: "creators",
  fields: { service: "gumroad", id: "Moss Garden", public_id: "Moss Garden", name: "Moss Garden" },
};
const post = (month: string, title: string, attachments: string[]) => ({
  entity: "posts",
  fields: {
    service: "gumroad",
    id: stableId("gumroad", "Moss Garden", month, title),
    user: "Moss Garden",
    title,
    attachments,
  },
});

test("products with their folders, as ZIP files and as gifts", async () => {
  const product = "out/Moss Garden/2024.05 Brushes (v2) ($9.99)";
  const { found, unused } = await readPlainSample(gumroadUtils, {
    [`${product}/Extras/10.png`]: "j",
    [`${product}/Extras/2.png`]: "b",
    [`${product}/brushes.abr`]: "brushes",
    "out/Moss Garden/2024.06 Gift ()/gift.pdf": "pdf",
    "out/Moss Garden/2024.07 Waves (R$5).zip": "zip",
    "out/gumroad.cache": "{}",
  });
  expect(found).toEqual([
    creator,
    post("2024.07", "Waves", ["out/Moss Garden/2024.07 Waves (R$5).zip"]),
    creator,
    post("2024.05", "Brushes (v2)", [
      `${product}/brushes.abr`,
      `${product}/Extras/2.png`,
      `${product}/Extras/10.png`,
    ]),
    creator,
    post("2024.06", "Gift", ["out/Moss Garden/2024.06 Gift ()/gift.pdf"]),
  ]);
  expect(unused).toEqual(["out/gumroad.cache"]);
});

test("folders with a month and no price are not of this program", async () => {
  const files = { "trips/2024.05 Beach (3)/1.jpg": "a", "trips/2024.13 Lake ($5)/1.jpg": "b" };
  expect((await readPlainSample(gumroadUtils, files)).found).toEqual([]);
});
