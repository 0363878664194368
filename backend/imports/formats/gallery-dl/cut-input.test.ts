/** Metadata of gallery-dl that is cut or spread over several lines. */
import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { galleryDl } from "../gallery-dl.ts";

const patreon = (id: number, more: object = {}) => ({
  id,
  title: `Post ${id}`,
  content: `<p>${id}</p>`,
  published_at: "2024-03-04T18:15:30.000+00:00",
  creator: { id: "7", full_name: "Ann" },
  category: "patreon",
  subcategory: "creator",
  ...more,
});
const idsOf = (found: unknown[]) =>
  (found as { entity: string; fields: { id: string } }[])
    .filter(({ entity }) => entity === "posts")
    .map(({ fields }) => fields.id);
const contentsOf = (found: unknown[]) =>
  (found as { entity: string; fields: { content?: string } }[])
    .filter(({ entity }) => entity === "posts")
    .map(({ fields }) => fields.content);

test("a cut line of data.jsonl is reported with its number; the lines around it are read", async () => {
  const line = (id: number) => JSON.stringify(patreon(id));
  const long = JSON.stringify(patreon(3, { title: "x".repeat(17 * 1024 * 1024) }));
  const { found, reports } = await readPlainSample(galleryDl, {
    "data.jsonl": `${line(1).slice(0, 40)}\n${line(2)}\n\n${long}\n{"other":1}\n${line(6)}\n${line(7).slice(0, -1)}`,
  });
  expect(idsOf(found)).toEqual(["2", "6"]);
  expect(reports).toEqual([
    expect.stringMatching(/^data\.jsonl: line 1 is not JSON: /),
    "data.jsonl: line 4 is longer than 16 MB",
    "data.jsonl: line 5 is not metadata of gallery-dl",
    expect.stringMatching(/^data\.jsonl: line 7 is not JSON: /),
  ]);
});

test("a cut text is reported, and its post comes without one, so that an earlier text stays", async () => {
  const text = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"cut off he';
  const { found, reports } = await readPlainSample(galleryDl, {
    "1.json": JSON.stringify(patreon(1, { content: null, content_json_string: text })),
    "data.jsonl": `${JSON.stringify(patreon(2, { content: null, content_json_string: text }))}\n`,
  });
  expect([idsOf(found), contentsOf(found)]).toEqual([
    ["2", "1"],
    [undefined, undefined],
  ]);
  expect(reports.sort()).toEqual([
    "1.json: post 1 has a text that is not JSON",
    "data.jsonl: post 2 has a text that is not JSON",
  ]);
});

test("files of a dump are not missing files, since their names may be others on disk; those of lines are", async () => {
  const file = JSON.stringify(patreon(1, { num: 1, filename: "a", extension: "jpeg" }));
  const { found } = await readPlainSample(galleryDl, {
    "dump.json": `[[2,${JSON.stringify(patreon(1))}],[3,"https://example.org/a.jpeg",${file}]]`,
    "lines/data.jsonl": file,
  });
  expect((found as { missing?: unknown }[]).map(({ missing }) => missing)).toEqual([
    ...[undefined, undefined, undefined],
    ...[undefined, [{ name: "a.jpeg" }]],
  ]);
});

test("comments that are not as expected are reported, also in direct messages of archives", async () => {
  const { reports } = await readPlainSample(galleryDl, {
    "b/66.json": JSON.stringify({
      post: { id: "u", int_id: 66, createdAt: 1, content: [], comments: { data: [{ id: 3 }] } },
      user: { id: 5, blogUrl: "press" },
      category: "boosty",
      subcategory: "user",
    }),
    "f/81.json": JSON.stringify({
      id: "81",
      user: { userId: "66" },
      comments: [{ id: "c" }],
      category: "fanbox",
      subcategory: "creator",
    }),
    "k/1.json": JSON.stringify({
      ...{ id: "1", service: "gumroad", user: "5", comments: [{ id: 1 }], dms: [{}], announcements: [{}] },
      category: "kemono",
      subcategory: "gumroad",
    }),
  });
  expect(reports).toEqual([
    "b/66.json: post u has a comment that is not as expected",
    "f/81.json: post 81 has a comment that is not as expected",
    "k/1.json: post 1 has a comment that is not as expected",
    "k/1.json: post 1 has a direct message that is not as expected",
    "k/1.json: post 1 has an announcement that is not as expected",
  ]);
});

test("a Fantia post in several lines has the texts of all its parts, also after a run that found one more", async () => {
  const part = (post: number, id: number, text: string) =>
    JSON.stringify({
      ...{ post_id: post, post_title: "T", comment: "Intro", posted_at: "Sat, 10 Feb 2024 09:05:00 +0900" },
      ...{ fanclub_id: 40, fanclub_name: "Club", category: "fantia", subcategory: "creator" },
      ...{ content_id: id, content_num: id, content_title: "", blogpost_text: text },
    });
  const lines = [part(22, 1, "one"), part(22, 2, "two"), part(23, 1, "other"), part(22, 3, "three")];
  const { found, reports } = await readPlainSample(galleryDl, {
    "a/data.jsonl": lines.join("\n"),
    "b/dump.json": `[${lines
      .slice(0, 3)
      .map((line) => `[2,${line}]`)
      .join(",")}]`,
  });
  expect(reports).toEqual([]);
  const first = "<p>Intro</p><p>one</p><p>two</p>";
  expect(contentsOf(found)).toEqual([
    first,
    "<p>Intro</p><p>other</p>",
    `${first}<p>three</p>`,
    first,
    "<p>Intro</p><p>other</p>",
  ]);
});
