import { createHash, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readSignature, signFiles } from "#backend/imports/formats/lib/signature.ts";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { readFolder, withFiles } from "#tests/support/read-downloads.ts";
import { Downloads } from "./lib/folder.ts";
import { roost, signedBundle } from "./roost.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const pathOf = (text: string) => `/${hash(text).slice(0, 2)}/${hash(text).slice(2, 4)}/${hash(text)}.png`;
const lines = (entity: string, ...records: (object | string)[]) =>
  [{ roost: 1, entity }, ...records]
    .map((record) => (typeof record === "string" ? record : JSON.stringify(record)))
    .join("\n");

const CREATOR = { service: "patreon", id: "1", name: "Ann", indexed: "2024-01-01T00:00:00" };
const FILES = {
  "creators.ndjson": lines("creators", {
    ...{ ...CREATOR, updated: CREATOR.indexed, icon: pathOf("icon"), relation_id: 4, favorited: 3 },
  }),
  "posts.ndjson": lines(
    "posts",
    {
      ...{ service: "patreon", id: "10", user: "1", content: `<img src="${pathOf("shown")}">`, fav_count: 2 },
      file: { name: "main.png", path: pathOf("main") },
      attachments: [
        { name: "gone.png", path: pathOf("gone") },
        { name: "b.png", path: pathOf("b") },
      ],
    },
    "no JSON",
    { service: "patreon", id: "11" },
  ),
  ...Object.fromEntries(["icon", "shown", "main", "b"].map((text) => [`files${pathOf(text)}`, text])),
};
const { privateKey } = generateKeyPairSync("ed25519");
const SIGNATURE = signFiles(
  privateKey,
  "Ann\u202e's archive",
  Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, hash(text)])),
);

test("a signed bundle is read as records with files, without what is the other archive's own", async () => {
  // What the signature does not list is not read.
  const files = { ...FILES, "signature.json": SIGNATURE, "comments.ndjson": lines("comments", { id: "c" }) };
  const read = await withFiles(files, async (root) => {
    const signed = await readSignature((await Downloads.open(root)).folder);
    if (signed === undefined) throw new Error("It is signed.");
    expect(signed.name).toBe("Ann's archive");
    return await readFolder(signedBundle(signed), root);
  });
  const file = (text: string, name = `${hash(text)}.png`) => ({
    ...{ name, hash: hash(text), path: `files${pathOf(text)}` },
  });
  expect(read?.records).toEqual([
    {
      ...{ entity: "creators", service: "patreon", id: "1", public_id: null, name: "Ann" },
      icon: file("icon"),
    },
    expect.objectContaining({
      ...{ entity: "posts", service: "patreon", id: "10", user: "1", file: file("main", "main.png") },
      attachments: [file("b", "b.png")],
    }),
  ]);
  expect(read?.records[1]).not.toHaveProperty("fav_count");
  expect(read?.faults).toEqual([
    ["posts.ndjson", "line 3: is not a record of a bundle"],
    ["posts.ndjson", "line 4: is not a record of a bundle"],
  ]);
  expect(read?.used).toEqual([...Object.keys(FILES), "signature.json"].sort());
});

test("elsewhere bundles are recognized, and refused with the reason", async () => {
  const { found, reports, unused } = await readPlainSample(roost, {
    "signed/signature.json": SIGNATURE,
    ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`signed/${path}`, text])),
    "own/posts.ndjson": FILES["posts.ndjson"],
    "changed/signature.json": { ...SIGNATURE, name: "Bo" },
    "other/posts.ndjson": '{"id":1}\n',
  });
  expect(found).toEqual([]);
  expect(unused).toEqual(["other/posts.ndjson"]);
  expect(reports).toEqual([
    "changed: is a bundle whose signature is not valid: changed/signature.json does not match: it was changed after it was signed.",
    "own: is a bundle, which replaces what is here: on the server, roost ingest imports it",
    expect.stringMatching(
      /^signed: is a bundle that “Ann's archive” signed \(([0-9a-f]{4}-?){8}\): on the server, roost import --from imports it$/,
    ),
  ]);
});
