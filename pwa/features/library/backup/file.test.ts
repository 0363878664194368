import { expect, test } from "vitest";
import { type Backup, type BackupError, readBackup } from "./file.ts";

const GOOD: Backup = {
  format: "roost-backup",
  version: 1,
  madeAt: "2026-11-21T00:00:00.000Z",
  choices: { theme: "dark", cards: '{"density":"compact"}' },
  seen: ["fanbox/7:1,2"],
  mutes: {
    mode: "hide",
    creators: [{ service: "fanbox", id: "7", name: "Mori" }],
    tags: [],
    words: ["kraken"],
    services: [],
  },
  visits: [{ href: "/fanbox/user/7", kind: "creator", service: "fanbox", title: "Mori" }],
  saved: [{ key: "fanbox/7/1", title: "A day", creatorName: "Mori", savedAt: 5, kinds: ["image"] }],
  owned: ["ab".repeat(32)],
  labels: [{ name: "read later", color: "blue", created: 5, creators: ["fanbox/7"] }],
  favorites: { creators: ["fanbox/7"], posts: ["fanbox/7/1"] },
  notes: [{ key: "fanbox/7", text: "Posts on Fridays" }],
  collections: [
    {
      id: "one",
      name: "Later",
      created: 5,
      posts: [
        {
          ...{ service: "fanbox", user: "7", id: "1", title: "A day", creatorName: "Mori" },
          file: { name: "a.png", path: `/ab/ab/${"ab".repeat(32)}.png` },
          attachments: [],
        },
        { service: "fanbox", user: "7", id: "2", title: "", file: {}, attachments: [] },
      ],
    },
  ],
};

function problemOf(text: string): string {
  try {
    readBackup(text);
  } catch (error) {
    return (error as BackupError).message;
  }
  return "none";
}
const changed = (part: object) => JSON.stringify({ ...GOOD, ...part });

test("a file is read as it was written", () => {
  expect(readBackup(JSON.stringify(GOOD))).toEqual(GOOD);
});

test.each([
  ["{", "text"],
  ["[]", "other"],
  ["null", "other"],
  ['{"format":"else"}', "other"],
  [changed({ version: 2 }), "newer"],
  [changed({ version: "1" }), "damaged version"],
  [changed({ choices: { theme: 5 } }), "damaged choices.theme"],
  [changed({ visits: [{ ...GOOD.visits[0], href: "https://example.org" }] }), "damaged visits.0.href"],
  [changed({ visits: [{ ...GOOD.visits[0], href: "//example.org" }] }), "damaged visits.0.href"],
  [changed({ saved: [{ ...GOOD.saved[0], key: "fanbox/7" }] }), "damaged saved.0.key"],
  [changed({ seen: undefined }), "damaged seen"],
  [changed({ favorites: { creators: [], posts: ["fanbox/7"] } }), "damaged favorites.posts.0"],
  [changed({ owned: ["AB"] }), "damaged owned.0"],
  [changed({ collections: [{ id: "one", name: "", created: 5, posts: [] }] }), "damaged collections.0.name"],
])("%s is refused: %s", (text, problem) => expect(problemOf(text)).toBe(problem));
