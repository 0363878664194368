/** patreon-dl after several runs, of which the last saved less than the first. */
import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { patreonDl } from "./patreon-dl.ts";

const ROOT = "lanternfox - Lantern Fox";
const TABLES = [
  "create table campaign (campaign_id text primary key, details text not null)",
  "create table content (content_id text, content_type text, campaign_id text, details text not null)",
];
const USER = { type: "user", id: "77", fullName: "Lantern Fox", vanity: "lanternfox" };
const quoted = (value: object) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const campaign = `insert into campaign values ('500', ${quoted({ id: "500", creator: USER })})`;
const post = (id: string, more: object = {}) =>
  `insert into content values ('${id}', 'post', '500', ${quoted({ id, title: `Post ${id}`, content: null, ...more })})`;
const media = (path: string, filename: string) => ({ filename, downloaded: { path } });
const answer = (id: string, attributes: object) =>
  JSON.stringify({
    data: {
      type: "post",
      id,
      attributes,
      relationships: { user: { data: { id: "77", type: "user" } } },
    },
  });
const read = (rows: string[], files: Record<string, string>) =>
  readPlainSample(
    patreonDl,
    { ".patreon-dl/db.sqlite": "", ...files },
    { databases: { ".patreon-dl/db.sqlite": [...TABLES, campaign, ...rows] } },
  );
const fieldsOf = (found: unknown[]) =>
  (found as { entity: string; fields: Record<string, unknown> }[])
    .filter(({ entity }) => entity === "posts")
    .map(({ fields }) => fields);

test("a text that the last run saved as null comes from the answers of earlier runs", async () => {
  const { found, reports, unused } = await read(
    [post("101"), post("102"), post("103"), post("104", { content: "<p>Own</p>" })],
    {
      [`${ROOT}/posts/101 - Low tide/post_info/post-api.json`]: answer("101", { content: "<p>Boats</p>" }),
      [`${ROOT}/posts/101 - Low tide/post_info/post-api (1).json`]: answer("101", { content: null }),
      [`${ROOT}/posts/102/post_info/post-api.json`]: answer("102", { content: "<p>Cut</p>" }).slice(0, -9),
      [`${ROOT}/posts/104/post_info/post-api.json`]: answer("104", { content: "<p>Older</p>" }),
    },
  );
  expect(fieldsOf(found).filter(({ content }) => content !== undefined)).toEqual([
    expect.objectContaining({ id: "104", content: "<p>Own</p>" }),
    { service: "patreon", id: "101", user: "77", content: "<p>Boats</p>" },
  ]);
  expect(reports).toEqual([
    expect.stringMatching(/^lanternfox - Lantern Fox\/posts\/102\/post_info\/post-api\.json: is not JSON/),
  ]);
  expect(unused).toEqual([]);
});

test("a post with pictures keeps its cover as the main file; what was not downloaded is reported", async () => {
  const at = `${ROOT}/posts/101`;
  const { found, reports } = await read(
    [
      post("101", {
        coverImage: media(`${at}/post_info/cover-image.png`, "cover-image"),
        images: [media(`${at}/images/1.png`, "1.png")],
        attachments: [
          { filename: "late.zip", downloaded: null },
          { filename: "lost", downloaded: { path: `${at}/attachments/lost.png` } },
        ],
      }),
    ],
    { [`${at}/post_info/cover-image.png`]: "c", [`${at}/images/1.png`]: "1" },
  );
  expect(fieldsOf(found)).toEqual([
    expect.objectContaining({
      file: `${at}/post_info/cover-image.png`,
      attachments: [`${at}/images/1.png`],
    }),
  ]);
  expect(reports).toEqual([
    ".patreon-dl/db.sqlite: post 101: late.zip was not downloaded",
    `.patreon-dl/db.sqlite: names ${at}/attachments/lost.png, which is not there`,
  ]);
  expect(found).toContainEqual(
    expect.objectContaining({ missing: [{ name: "late.zip" }, { name: "lost.png" }] }),
  );
});

test("without the database, a post keeps its cover too", async () => {
  const { found } = await readPlainSample(patreonDl, {
    [`${ROOT}/posts/101/post_info/post-api.json`]: answer("101", { content: "<p>Boats</p>" }),
    [`${ROOT}/posts/101/post_info/cover-image.png`]: "c",
    [`${ROOT}/posts/101/images/1.png`]: "1",
  });
  expect(fieldsOf(found)).toEqual([
    expect.objectContaining({
      file: `${ROOT}/posts/101/post_info/cover-image.png`,
      attachments: [`${ROOT}/posts/101/images/1.png`],
    }),
  ]);
});
