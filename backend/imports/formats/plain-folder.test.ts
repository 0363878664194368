import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { stableId } from "./lib/names.ts";
import { plainFolder } from "./plain-folder.ts";

const ann = { service: "patreon", id: "7", name: "Ann" };
const creatorOf = (path: string) => (path === "" || path.startsWith("ann") ? ann : undefined);
const creator = { entity: "creators", fields: ann };
const post = (path: string, published: string, attachments: string[]) => ({
  service: "patreon",
  id: stableId("patreon", "7", path),
  user: "7",
  published,
  attachments,
});

test("the files of a folder are a post of the creator that was asked for", async () => {
  const { found, unused } = await readPlainSample(
    plainFolder,
    {
      "cover.png": "root",
      "ann/2024/Low tide/10.png": "j",
      "ann/2024/Low tide/2.png": "b",
      "ann/2024/Low tide/.nomedia": "mark",
      "ann/2024/list.pdf": "beside a folder",
      "bo/1.png": "nobody's",
    },
    {
      creatorOf,
      modified: {
        "ann/2024/Low tide/10.png": "2024-05-01T12:00:00.900Z",
        "ann/2024/Low tide/2.png": "2024-05-02T12:00:00Z",
      },
    },
  );
  expect(found).toEqual([
    creator,
    { entity: "posts", fields: post("", "2024-05-05T05:05:05", ["cover.png"]) },
    creator,
    {
      entity: "posts",
      fields: { ...post("ann/2024", "2024-05-05T05:05:05", ["ann/2024/list.pdf"]), title: "2024" },
    },
    creator,
    {
      entity: "posts",
      fields: {
        ...post("ann/2024/Low tide", "2024-05-01T12:00:00", [
          "ann/2024/Low tide/2.png",
          "ann/2024/Low tide/10.png",
        ]),
        title: "Low tide",
      },
    },
  ]);
  expect(unused).toEqual(["ann/2024/Low tide/.nomedia", "bo/1.png"]);
});

test("the only text file of a folder is the text of its post", async () => {
  const { found } = await readPlainSample(
    plainFolder,
    {
      "ann/one/notes.txt": "Low <tide>\nBoats",
      "ann/one/1.png": "a",
      "ann/two/a.txt": "first",
      "ann/two/b.TXT": "second",
      "ann/three/1.png": "a",
      "ann/three/1.txt": "tags of the picture",
      "ann/four/notes.txt": "\ufffd, which is no UTF-8",
    },
    { creatorOf },
  );
  const posts = (
    found as { entity: string; fields: { title: string; content?: string; attachments: string[] } }[]
  )
    .filter(({ entity }) => entity === "posts")
    .map(({ fields: { title, content, attachments } }) => [title, content, attachments.length]);
  expect(posts).toEqual([
    ["four", undefined, 1],
    ["one", "Low &lt;tide&gt;<br>Boats", 2],
    ["three", undefined, 2],
    ["two", undefined, 2],
  ]);
});

test("nothing where no creator was given, or one of an unknown service", async () => {
  const files = { "ann/1.png": "a" };
  expect((await readPlainSample(plainFolder, files)).found).toEqual([]);
  const unknown = () => ({ service: "nowhere", id: "7", name: "Ann" });
  expect((await readPlainSample(plainFolder, files, { creatorOf: unknown })).found).toEqual([]);
  expect((await readPlainSample(plainFolder, {})).found).toEqual([]);
});
