import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { dlsite } from "./dlsite.ts";

const post = { service: "dlsite", user: "RG12345" };

test("a folder is a work with everything below; files of one code are one work", async () => {
  const work = "works/RG12345 Harbour/[RJ01234567] Low tide";
  const { found, unused } = await readPlainSample(dlsite, {
    [`${work}/mp3/10.mp3`]: "j",
    [`${work}/mp3/2.mp3`]: "b",
    [`${work}/cover.jpg`]: "cover",
    "works/RG12345 Harbour/rj123456_Evening.part1.rar": "one",
    "works/RG12345 Harbour/RJ123456_Evening.part2.rar": "two",
    "works/RG12345 Harbour/readme.txt": "mine",
  });
  const circle = { entity: "creators", fields: { service: "dlsite", id: "RG12345", name: "Harbour" } };
  expect(found).toEqual([
    circle,
    {
      entity: "posts",
      fields: {
        ...post,
        id: "RJ123456",
        title: "Evening",
        attachments: [
          "works/RG12345 Harbour/rj123456_Evening.part1.rar",
          "works/RG12345 Harbour/RJ123456_Evening.part2.rar",
        ],
      },
    },
    circle,
    {
      entity: "posts",
      fields: {
        ...post,
        id: "RJ01234567",
        title: "Low tide",
        attachments: [`${work}/cover.jpg`, `${work}/mp3/2.mp3`, `${work}/mp3/10.mp3`],
      },
    },
  ]);
  expect(unused).toEqual(["works/RG12345 Harbour/readme.txt"]);
});

test("a circle that no name has is asked, for each work", async () => {
  const files = {
    "Sea (RJ111111)/RJ111111/1.mp3": "a",
    "Sea (RJ111111)/RJ222222 Waves/1.mp3": "b",
    "[RG54321][VJ333333]/game.exe": "c",
    "PRJ444444/1.mp3": "no code",
    "RJ55555555555/1.mp3": "no code",
  };
  const creatorOf = (path: string) =>
    path.startsWith("Sea") ? { service: "dlsite", id: "RG12345", name: "Harbour" } : undefined;
  const { found, unused } = await readPlainSample(dlsite, files, { creatorOf });
  expect(found).toMatchObject([
    { fields: { id: "RG12345", name: "Harbour" } },
    { fields: { ...post, id: "RJ111111" } },
    { fields: { id: "RG12345" } },
    { fields: { ...post, id: "RJ222222", title: "Waves" } },
    { fields: { id: "RG54321", name: "RG54321" } },
    { fields: { id: "VJ333333", user: "RG54321", attachments: ["[RG54321][VJ333333]/game.exe"] } },
  ]);
  expect(unused).toEqual(["PRJ444444/1.mp3", "RJ55555555555/1.mp3"]);
  const unasked = await readPlainSample(dlsite, { "RJ111111/1.mp3": "a" });
  expect(unasked).toMatchObject({ found: [], unused: ["RJ111111/1.mp3"] });
});
