/** Bundles for another archive: a part of what is here, signed, and merged there (docs/decisions/0078-exchange.md). */
import { execFileSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "#backend/db/tx.ts";
import { archiveKey } from "#backend/imports/exchange/archive-key.ts";
import { fingerprintOf, type Signature, signFiles } from "#backend/imports/formats/lib/signature.ts";
import { hide, takeDown } from "#backend/takedowns/take-down.ts";
import {
  creator,
  DAY,
  everything,
  type Folder,
  ingestFolder,
  post,
  type StoredFile,
  storedFile,
  temporary,
  writeBundle,
} from "#tests/bundle/bundle.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { ROOST, spawnRoost } from "#tests/support/roost.ts";
import { archiveOf } from "./import.ts";

const file = (name: string) => storedFile(`bytes of ${name}`, ".png");
const FILES = {
  shared: file("shared"),
  more: file("more"),
  lacked: file("lacked"),
  shown: file("shown"),
  former: file("former"),
  icon: file("icon"),
  /** Taken down in the archive that exports. */
  removedHere: file("removed here"),
  /** Taken down in the one that imports. */
  removedThere: file("removed there"),
  secret: file("secret"),
};
const named = ({ path }: StoredFile, name: string) => ({ name: `${name}.png`, path });
const files = (...names: (keyof typeof FILES)[]) => ({
  attachments: names.map((name) => named(FILES[name], name)),
});
const comment = (id: string, of: string, more: object = {}) => ({
  ...{ service: "patreon", post: of, id, commenter: "u", content: `Comment ${id}`, published: DAY },
  ...more,
});
const other = (id: string, more: object) => post(id, { user: "2", ...more });

/** Content of the exporting archive. */
const MINE = {
  files: Object.values(FILES).map(({ record }) => record),
  creators: [
    creator("1", { icon: FILES.icon.path, relation_id: 9, favorited: 12 }),
    creator("2"),
    creator("3", { hidden: true, name: "Secret creator" }),
    creator("srv", { service: "discord" }),
  ],
  posts: [
    post("same", files("shared")),
    post("older", { ...files("shared", "more"), content: "An older text", edited: "2024-05-02T00:00:00" }),
    post("lacked", {
      ...files("lacked"),
      content: `<p>See <img src="/data${FILES.shown.path}" /></p>`,
      published: DAY,
      tags: ["sea"],
      fav_count: 7,
    }),
    post("gone-there", files("lacked")),
    post("held-there", files("lacked")),
    post("gone-here", files("lacked")),
    post("hidden-here", { ...files("secret"), title: "Secret post", hidden: true }),
    other("part", files("shared", "removedHere", "removedThere")),
    post("of-hidden", { user: "3", title: "Secret too" }),
  ],
  post_revisions: [
    { revision_id: 5, ...post("lacked", { ...files("former"), content: "A former text" }) },
    { revision_id: 6, ...post("held-there", { content: "Held text" }) },
  ],
  comments: [
    comment("c1", "lacked"),
    comment("c2", "lacked", { hidden: true, content: "Secret comment" }),
    comment("c3", "lacked"),
  ],
  announcements: [{ service: "patreon", user_id: "1", hash: "h", content: "News", added: DAY }],
  dms: [{ hash: "d", service: "patreon", user: "1", content: "Secret message", added: DAY, published: DAY }],
  shares: [{ id: "s", service: "patreon", user: "1", name: "Secret upload", added: DAY }],
  discord_channels: [{ id: "ch", server_id: "srv", name: "general" }],
  discord_messages: [
    {
      ...{ id: "m", server: "srv", channel: "ch", author: { name: "A" }, content: "Hello", ...files("more") },
      ...{ added: DAY, published: DAY },
    },
  ],
};
/** Content of the importing archive. */
const THEIRS = {
  files: [FILES.shared.record],
  creators: [creator("1")],
  posts: [
    post("same", files("shared")),
    post("older", { ...files("shared"), content: "A newer text", edited: "2024-06-01T00:00:00" }),
    post("held-there", { content: "Held" }),
  ],
};

let folder: Folder;
let mine: TestDatabase;
let theirs: TestDatabase;
const at = (name: string) => join(folder.path, name);
const me = (...args: string[]) => spawnRoost(mine.url, at("mine"), args).ended;
const friend = (...args: string[]) => spawnRoost(theirs.url, at("theirs"), args).ended;
const state = () => archiveOf(theirs.sql);
const linesOf = async (path: string) =>
  (await readFile(path, "utf8"))
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line));

let fingerprint = "";

beforeAll(async () => {
  folder = await temporary();
  mine = await createDatabase();
  theirs = await createDatabase();
  for (const name of ["mine", "theirs"]) await mkdir(at(name));
  await writeBundle(at("a"), MINE, Object.values(FILES));
  await writeBundle(at("b"), THEIRS, [FILES.shared]);
  expect((await ingestFolder(mine.sql, at("a"), at("mine"))).list).toEqual([]);
  expect((await ingestFolder(theirs.sql, at("b"), at("theirs"))).list).toEqual([]);
  const target = (id: string) => ({ service: "patreon", user: "1", post: id });
  const byHash = (hash: string) => ({ service: "", user: "", post: null, file: hash });
  await takeDown(mine.sql, target("gone-here"));
  await takeDown(mine.sql, byHash(FILES.removedHere.record.hash));
  await takeDown(theirs.sql, target("gone-there"));
  await takeDown(theirs.sql, byHash(FILES.removedThere.record.hash));
  await takeDown(theirs.sql, { ...target("lacked"), comment: "c3" });
  const held = { target: target("held-there"), kind: "takedown", reason: "", actor: null, days: 30 } as const;
  await transaction(theirs.sql, (tx) => hide(tx, held));

  const env = { ...process.env, DATABASE_URL: theirs.url, ROOST_DATA: at("theirs") };
  await writeFile(at("friend.jsonl.gz"), execFileSync(process.execPath, [ROOST, "have"], { env }));
  const exported = await me("export", at("out"), "--lacking", at("friend.jsonl.gz"));
  expect(exported).toMatchObject({ code: 0, err: "" });
  fingerprint = (await me("key")).out.split(" ")[0] ?? "";
});
afterAll(async () => {
  await mine[Symbol.asyncDispose]();
  await theirs[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("the bundle has what the other archive lacks, and nothing private, hidden or taken down", async () => {
  const ids = (await linesOf(at("out/posts.ndjson"))).map(({ id }) => id);
  expect(ids).toEqual(["gone-there", "held-there", "lacked", "older", "part"]);
  expect((await linesOf(at("out/creators.ndjson"))).map(({ id }) => id)).toEqual(["1", "2"]);
  const entries = await readdir(at("out"), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at("out/").length))
    .sort();
  const stored = (["former", "icon", "lacked", "more", "removedThere", "shared", "shown"] as const).map(
    (name) => `files${FILES[name].path}`,
  );
  const texts = [
    ...["announcements", "comments", "creators", "discord_channels", "discord_message_revisions"],
    ...["discord_messages", "files", "post_revisions", "posts"],
  ].map((name) => `${name}.ndjson`);
  expect(paths).toEqual([...stored, ...texts, "signature.json"].sort());
  let all = "";
  for (const path of texts) all += await readFile(join(at("out"), path), "utf8");
  expect(all).not.toMatch(/secret/i);
  for (const name of ["removedHere", "secret"] as const) expect(all).not.toContain(FILES[name].record.hash);
  for (const counted of ['"favorited":12', '"fav_count":7', '"relation_id":9'])
    expect(all).not.toContain(counted);
  const { name, files: listed } = JSON.parse(await readFile(at("out/signature.json"), "utf8")) as Signature;
  expect(name).toBe("Roost");
  expect(Object.keys(listed).sort()).toEqual([...stored, ...texts].sort());
});

test("the fingerprint stays the same, and is that of the key in the database", async () => {
  expect(fingerprint).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect(await me("key")).toMatchObject({ code: 0, out: `${fingerprint}  Roost\n` });
  expect(fingerprintOf(createPublicKey(await archiveKey(mine.sql)))).toBe(fingerprint);
  expect((await friend("key")).out).not.toContain(fingerprint);
});

describe("refused, and nothing is written", () => {
  let before: Awaited<ReturnType<typeof state>>;
  const refused = async (...args: string[]) => {
    const { code, out, err } = await friend("import", ...args, "--yes");
    expect(await state()).toEqual(before);
    expect(code).toBe(2);
    return out + err;
  };
  /** A copy of the bundle, changed by the test. */
  const changed = async (change: (at: string) => Promise<unknown>) => {
    await rm(at("copy"), { recursive: true, force: true });
    await cp(at("out"), at("copy"), { recursive: true });
    await change(at("copy"));
    return await refused(at("copy"), "--from", fingerprint);
  };
  const flip = async (path: string) => {
    const bytes = await readFile(path);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await writeFile(path, bytes);
  };
  const sign = async (at: string, change: (signature: Signature) => object) => {
    const path = join(at, "signature.json");
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, "utf8")))));
  };

  beforeAll(async () => {
    before = await state();
  });

  test("without a fingerprint: says who signed what, and how to go on", async () => {
    const said = await refused(at("out"));
    expect(said).toContain(`A bundle that “Roost” signed (${fingerprint}). What it holds is merged`);
    expect(said).toContain("2 creators, 5 posts, 2 comments, 7 files");
    expect(said).toContain(`Nothing was imported. Ask`);
    expect(said).toContain(`roost import ${at("out")} --from ${fingerprint}`);
  });

  test("with the fingerprint of another archive", async () => {
    const wrong = (await friend("key")).out.split(" ")[0] ?? "";
    expect(await refused(at("out"), "--from", wrong)).toContain(
      `A bundle that “Roost” signed (${fingerprint}), not ${wrong}: nothing was imported.`,
    );
  });

  test("with a changed byte in a file or a text, or a file that is gone", async () => {
    const path = `files${FILES.lacked.path}`;
    expect(await changed((copy) => flip(join(copy, path)))).toContain(`${path} is damaged or was changed`);
    expect(await changed((copy) => flip(join(copy, "posts.ndjson")))).toContain("posts.ndjson is damaged or");
    expect(await changed((copy) => rm(join(copy, path)))).toContain(`${path} cannot be read (ENOENT)`);
  });

  test("signed by another key under the same name, or with a list that was changed", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    expect(
      await changed((copy) => sign(copy, ({ name, files }) => signFiles(privateKey, name, files))),
    ).toMatch(/A bundle that “Roost” signed \((?:[0-9a-f]{4}-?){8}\), not /);
    expect(
      await changed((copy) =>
        sign(copy, ({ public_key, ...rest }) => ({
          ...signFiles(privateKey, rest.name, rest.files),
          public_key,
        })),
      ),
    ).toContain("signature.json does not match");
    expect(await changed((copy) => sign(copy, (all) => ({ ...all, name: "Mina" })))).toContain(
      "does not match",
    );
    expect(
      await changed((copy) =>
        sign(copy, (all) => ({ ...all, files: { ...all.files, "../x": "0".repeat(64) } })),
      ),
    ).toContain("is not the signature of a bundle");
    expect(await changed((copy) => sign(copy, (all) => ({ ...all, version: 2 })))).toContain("newer version");
    expect(await changed((copy) => sign(copy, (all) => ({ ...all, name: "A\u001b[2J" })))).toContain(
      "is not the",
    );
  });

  test("by ingest, which would replace rows; a fingerprint without a signed bundle", async () => {
    const { code, err } = await friend("ingest", at("out"));
    expect([code, err]).toEqual([2, expect.stringContaining("roost import merges it")]);
    expect(await state()).toEqual(before);
    expect(await refused(at("b"), "--from", fingerprint)).toContain("--from is for one bundle");
    expect(await refused(at("out"), at("b"), "--from", fingerprint)).toContain("--from is for one bundle");
  });

  test("inside of another folder", async () => {
    const { code, err } = await friend("import", at("out"), at("b"), "--yes");
    expect(err).toContain(
      `out: is a bundle that “Roost” signed (${fingerprint}): on the server, roost import --from`,
    );
    expect(err).toContain(
      "b: is a bundle, which replaces what is here: on the server, roost ingest imports it",
    );
    expect(code).toBe(1);
    expect(await state()).toEqual(before);
  });
});

test("with the fingerprint it is merged: what was lacked comes, newer texts and takedowns stay", async () => {
  const { sql } = theirs;
  const spoken = fingerprint.toUpperCase().replaceAll("-", " ");
  const { code, err } = await friend("import", at("out"), "--from", spoken, "--yes");
  expect(err.split("\n").sort()).toEqual(
    [
      "",
      "comments.ndjson: it was taken down",
      `files${FILES.removedThere.path}: it was taken down`,
      ...Array(2).fill("posts.ndjson: it was taken down"),
      "post_revisions.ndjson: it was taken down",
    ].sort(),
  );
  expect(code).toBe(1);
  const posts = await sql`select id, content, hidden from posts order by id`;
  expect(posts.map(({ id }) => id)).toEqual(["held-there", "lacked", "older", "part", "same"]);
  const [held, lacked, older] = posts;
  expect(held).toMatchObject({ content: "Held", hidden: true });
  expect(lacked?.["content"]).toContain(FILES.shown.path);
  expect(older?.["content"]).toBe("A newer text");
  expect(await sql`select id, content from post_revisions order by id`).toEqual([
    { id: "lacked", content: "A former text" },
    { id: "older", content: "An older text" },
  ]);
  expect(await sql`select id from comments`).toEqual([{ id: "c1" }]);
  expect(await sql`select service, id, icon, relation_id from creators order by id`).toEqual([
    { service: "patreon", id: "1", icon: FILES.icon.path, relation_id: null },
    { service: "patreon", id: "2", icon: null, relation_id: null },
  ]);
  expect(await sql`select id, attachments from posts where id in ('older', 'part') order by id`).toEqual([
    { id: "older", attachments: [named(FILES.shared, "shared"), named(FILES.more, "more")] },
    { id: "part", attachments: [named(FILES.shared, "shared")] },
  ]);
  const has = (["former", "icon", "lacked", "more", "shared", "shown"] as const).map((name) => FILES[name]);
  const stored = await sql`select hash, ext from files`;
  expect(stored.map(({ hash }) => hash).sort()).toEqual(has.map(({ record }) => record.hash).sort());
  for (const { path, bytes } of has) expect(await readFile(join(at("theirs/files"), path))).toEqual(bytes);
  expect(await readdir(at("theirs/files"), { recursive: true })).not.toContain(
    FILES.removedThere.path.slice(1),
  );
  expect(await sql`select from missing_files`).toHaveLength(0);
});

test("a second import changes nothing, and nothing is lacking any more but what is kept out", async () => {
  const before = await state();
  await friend("import", at("out"), "--from", fingerprint, "--yes");
  expect(await state()).toEqual(before);
  const env = { ...process.env, DATABASE_URL: theirs.url, ROOST_DATA: at("theirs") };
  await writeFile(at("later.jsonl.gz"), execFileSync(process.execPath, [ROOST, "have"], { env }));
  await me("export", at("later"), "--lacking", at("later.jsonl.gz"));
  const ids = (await linesOf(at("later/posts.ndjson"))).map(({ id }) => id);
  expect(ids).toEqual(["gone-there", "held-there", "part"]);
});

test("a creator and single posts are exported by name; wrong names, and what is hidden, are refused", async () => {
  const named = await me("export", at("named"), "--creator", "discord/srv", "--post", "patreon/2/part");
  expect(named).toMatchObject({ code: 0, err: "" });
  expect((await linesOf(at("named/discord_messages.ndjson"))).map(({ id }) => id)).toEqual(["m"]);
  expect((await linesOf(at("named/posts.ndjson"))).map(({ id }) => id)).toEqual(["part"]);
  expect(await linesOf(at("named/announcements.ndjson"))).toEqual([]);
  await me("export", at("one"), "--creator", "patreon/1");
  expect(await linesOf(at("one/announcements.ndjson"))).toHaveLength(1);
  expect((await linesOf(at("one/posts.ndjson"))).map(({ id }) => id)).not.toContain("part");
  for (const [option, key] of [
    ["--creator", "patreon/3"],
    ["--creator", "patreon/77"],
    ["--post", "patreon/1/hidden-here"],
    ["--post", "patreon/2/same"],
    ["--post", "patreon/3/of-hidden"],
  ] as const)
    expect(await me("export", at("none"), option, key)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${key} is not in this archive, or is hidden.`),
    });
  expect(await me("export", at("none"), "--creator", "patreon")).toMatchObject({ code: 2 });
  expect(await me("export", at("none"), "--post", "nowhere/1/2")).toMatchObject({ code: 2 });
  await expect(readdir(at("none"))).rejects.toThrow();
});

test("a damaged file is left out, and its post comes with a missing file", async () => {
  await using database = await createDatabase();
  const data = at("damaged");
  await ingestFolder(database.sql, at("a"), data);
  await writeFile(join(data, "files", FILES.lacked.path), "rotten");
  const { code, err } = await spawnRoost(database.url, data, [
    ...["export", at("rotten"), "--post", "patreon/1/gone-here"],
  ]).ended;
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`${FILES.lacked.path} is damaged\n1 files are missing`),
  ]);
  const key = (await spawnRoost(database.url, data, ["key"]).ended).out.split(" ")[0] ?? "";
  await using fresh = await createDatabase();
  await mkdir(at("fresh"));
  const run = (...args: string[]) => spawnRoost(fresh.url, at("fresh"), args).ended;
  expect(await run("import", at("rotten"), "--from", key, "--yes")).toMatchObject({ code: 0, err: "" });
  expect(await fresh.sql`select post, name, hash from missing_files`).toEqual([
    { post: "gone-here", name: "lacked.png", hash: FILES.lacked.record.hash },
  ]);
});

test("every kind of record that is exported is merged", async () => {
  await using one = await createDatabase();
  await using two = await createDatabase();
  const { bundle, files } = everything();
  await writeBundle(at("all"), bundle, files);
  expect((await ingestFolder(one.sql, at("all"), at("data1"))).list).toEqual([]);
  await mkdir(at("data2"));
  const out = await spawnRoost(one.url, at("data1"), [
    ...["export", at("parts"), "--creator", "patreon/1", "--creator", "discord/srv"],
  ]).ended;
  expect(out).toMatchObject({ code: 0, err: "" });
  const key = fingerprintOf(createPublicKey(await archiveKey(one.sql)));
  const { code, err } = await spawnRoost(two.url, at("data2"), [
    "import",
    at("parts"),
    "--from",
    key,
    "--yes",
  ]).ended;
  expect([code, err]).toEqual([0, ""]);
  for (const [table, condition] of [
    ["posts", "not hidden"],
    ["comments", "true"],
    ["announcements", "true"],
    ["discord_channels", "true"],
    ["discord_messages", "true"],
  ] as const) {
    const columns = table === "posts" ? "id, title, content, published, edited, file, tags, poll" : "*";
    const rows = (sql: typeof one.sql) =>
      sql.unsafe(`select ${columns} from ${table} where ${condition} order by 1, 2, 3`);
    expect([table, await rows(two.sql)]).toEqual([table, await rows(one.sql)]);
  }
});
