import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { readSample } from "#tests/support/downloads.ts";
import { ktoolbox } from "./ktoolbox.ts";

const hash = (content: string) => createHash("sha256").update(content).digest("hex");
const ref = (name: string, content: string) => ({ name, path: filePath(hash(content), ".png") });
const file = (path: string, name: string, content: string) => ({
  entry: expect.objectContaining({ path }),
  name,
  hash: hash(content),
});

const POST = {
  id: "10",
  user: "1",
  service: "patreon",
  title: "Low tide",
  content: "<p>Boats.</p>",
  substring: "Boats.",
  embed: { url: "https://example.org/tides", subject: "Tides", description: null },
  shared_file: false,
  added: "2024-05-02T08:00:00.250000",
  published: "2024-05-01T12:00:00",
  edited: null,
  file: ref("cover.png", "cover"),
  attachments: [ref("map.png", "map"), ref("a/b?.png", "odd"), ref("lost.png", "lost")],
};

describe("KToolBox", () => {
  test("a creator's folder: posts, revisions, texts and files by their content", async () => {
    const { records, reports, unused } = await readSample(ktoolbox, {
      "Ann/creator-indices.ktoolbox": "{}",
      "Ann/Low tide/post.json": JSON.stringify(POST),
      "Ann/Low tide/10_cover.png": "cover",
      "Ann/Low tide/attachments/1.png": "map",
      "Ann/Low tide/attachments/a_b_.png": "odd",
      "Ann/Low tide/attachments/lost.pn": "cut of",
      "Ann/Low tide/revisions/Low/post.json": JSON.stringify({
        ...POST,
        title: "Low",
        content: "",
        revision_id: 7,
        attachments: [],
      }),
      "Ann/Low tide/revisions/Low/content.txt": "<p>Boat.</p>",
      "Ann/Low tide/revisions/Low/10_cover.png": "cover",
      "Ann/2024/2024-06/Fog/post.json": JSON.stringify({
        id: "11",
        user: "1",
        service: "patreon",
        title: "Fog",
      }),
    });
    const revision = {
      service: "patreon",
      id: "10",
      user: "1",
      title: "Low",
      content: "<p>Boat.</p>",
      embed: { url: "https://example.org/tides", subject: "Tides" },
      shared_file: false,
      added: "2024-05-02T08:00:00.250000",
      published: "2024-05-01T12:00:00",
      file: expect.objectContaining({ name: "cover.png", hash: hash("cover") }),
    };
    const ann = { entity: "creators", fields: { service: "patreon", id: "1", name: "Ann" } };
    expect(records).toEqual([
      { ...ann, from: "Ann/2024/2024-06/Fog/post.json" },
      {
        entity: "posts",
        fields: { service: "patreon", id: "11", user: "1", title: "Fog" },
        from: "Ann/2024/2024-06/Fog/post.json",
      },
      { ...ann, from: "Ann/Low tide/post.json" },
      {
        entity: "posts",
        fields: {
          ...revision,
          title: "Low tide",
          content: "<p>Boats.</p>",
          attachments: [
            file("Ann/Low tide/attachments/1.png", "map.png", "map"),
            file("Ann/Low tide/attachments/a_b_.png", "a/b?.png", "odd"),
          ],
        },
        from: "Ann/Low tide/post.json",
        missing: [{ name: "lost.png", hash: hash("lost") }],
        order: ["cover", "map", "odd", "lost"].map(hash),
      },
      { entity: "post_revisions", fields: revision, from: "Ann/Low tide/revisions/Low/post.json" },
    ]);
    expect(reports).toEqual(["Ann/Low tide/post.json: lost.png is missing or damaged"]);
    expect(unused).toEqual(["Ann/Low tide/attachments/lost.pn"]);
  });

  test("a name that only one file can have needs no hashing; two files of one name are distinguished by hash", async () => {
    const { records } = await readSample(ktoolbox, {
      "post.json": JSON.stringify({
        ...POST,
        file: {},
        attachments: [ref("1.png", "one"), ref("1.png", "two"), ref("map.png", "map")],
      }),
      "attachments/1.png": "two",
      "attachments/1 (2).png": "one",
      "attachments/map.png": "damaged: the import compares it with the hash",
    });
    expect(records[0]?.fields).toEqual({ service: "patreon", id: "1", name: "1" });
    expect(records[1]?.fields).toMatchObject({
      attachments: [
        file("attachments/1 (2).png", "1.png", "one"),
        file("attachments/1.png", "1.png", "two"),
        file("attachments/map.png", "map.png", "map"),
      ],
    });
  });

  test("the beginning of a text is not taken for the text", async () => {
    const { records } = await readSample(ktoolbox, {
      "post.json": JSON.stringify({ ...POST, content: "", file: null, attachments: null }),
    });
    expect(records[1]?.fields).not.toHaveProperty("content", expect.anything());
  });

  test("broken metadata is named and the rest is read", async () => {
    const { records, reports } = await readSample(ktoolbox, {
      "a/cut/post.json": JSON.stringify(POST).slice(0, 80),
      "a/other/post.json": JSON.stringify({ ...POST, service: "nowhere" }),
      "a/whole/post.json": JSON.stringify({ id: "11", user: "1", service: "patreon" }),
      "a/foreign/post.json": JSON.stringify({ message: "another program's" }),
    });
    expect(records.map(({ from }) => from)).toEqual(["a/whole/post.json", "a/whole/post.json"]);
    expect(reports).toEqual([
      expect.stringMatching(/^a\/cut\/post\.json: is not JSON/),
      expect.stringMatching(/^a\/other\/post\.json: service: /),
    ]);
  });

  test("before 0.7, the text is in index.html", async () => {
    const { records, unused } = await readSample(ktoolbox, {
      "Ann/Fog/post.json": { id: "11", user: "1", service: "patreon", title: "Fog", content: "" },
      "Ann/Fog/index.html": "<p>Fog.</p>",
    });
    expect(records.at(-1)?.fields).toMatchObject({ id: "11", content: "<p>Fog.</p>" });
    expect(unused).toEqual([]);
  });
});
