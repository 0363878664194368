/** Have lists: what an archive has, compared with what another lacks, and the reverse. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporary, writeBundle } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { ROOST, spawnRoost } from "#tests/support/roost.ts";
import { patreonFile, writeFiles } from "./import.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const post = (id: string, user: string, files: string[]) => ({
  ...{ id, user, username: `Creator ${user}`, service: "fanbox", title: `Post ${id}`, content: "" },
  ...{ published: "2024-05-01T12:00:00", category: "kemono", subcategory: "fanbox", file: {} },
  attachments: files.map((text) => ({
    name: `${text}.png`,
    path: `/${hashOf(text).slice(0, 2)}/${hashOf(text).slice(2, 4)}/${hashOf(text)}.png`,
  })),
});

/** Posts of a creator on disk, with the files that are given. */
const folderOf = (id: string, user: string, named: string[], there = named) => ({
  [`${user}/${id}.json`]: post(id, user, named),
  ...Object.fromEntries(there.map((text) => [`${user}/${id}_T_01_${text}.png`, text])),
});

test("a friend's list marks what it could fill; what the friend lacks is listed", async () => {
  await using mine = await createDatabase();
  await using theirs = await createDatabase();
  await using folder = await temporary();
  const at = (name: string) => join(folder.path, name);
  for (const name of ["mine", "theirs"]) await mkdir(at(name));
  const me = (...args: string[]) => spawnRoost(mine.url, at("mine"), args).ended;
  const friend = (...args: string[]) => spawnRoost(theirs.url, at("theirs"), args).ended;
  await writeFiles(at("a"), {
    ...folderOf("1", "66", ["one", "two"], ["one"]),
    ...folderOf("2", "66", ["three"]),
    ...folderOf("3", "77", ["four"]),
  });
  await writeFiles(at("b"), {
    ...folderOf("1", "66", ["one", "two"]),
    ...folderOf("5", "66", ["five"]),
    ...folderOf("9", "99", []),
    ...folderOf("10", "99", []),
  });
  await me("import", at("a"), "--yes");
  await friend("import", at("b"), "--yes");
  await theirs.sql`update posts set hidden = true where id = '10'`;
  await writeFile(at("list.txt"), "fanbox/66/5\nfanbox/66/6\n");
  await me("wanted", "--add", at("list.txt"));

  const env = { ...process.env, DATABASE_URL: theirs.url, ROOST_DATA: at("theirs") };
  const { execFileSync } = await import("node:child_process");
  const list = execFileSync(process.execPath, [ROOST, "have"], { env });
  const lines = gunzipSync(list).toString();
  expect(lines.split("\n").map((line) => (line === "" ? "" : JSON.parse(line)))).toEqual([
    { have: 1 },
    { service: "fanbox", creator: "66", posts: ["1", "5"] },
    { service: "fanbox", creator: "99", posts: ["9"] },
    { files: ["one", "two", "five"].map(hashOf).sort() },
    "",
  ]);
  await writeFile(at("friend.jsonl.gz"), list);

  const marked = await me("wanted", "--have", at("friend.jsonl.gz"));
  expect(marked.err).toBe(
    "friend: has 1 post and 1 file that are missing here, and 1 other post that is not here.\n" +
      "friend: lacks 2 posts and 2 files that are here.\n",
  );
  const report = `fanbox/66 Creator 66
  1 Post 1
    two.png  ${hashOf("two")}  [friend]
  5 (post, from a list)  [friend]
  6 (post, from a list)
Missing: 2 posts; 1 file of 1 post of 1 creator.
`;
  expect(marked.out).toBe(report);
  expect((await me("wanted")).out).toBe(report);
  expect((await me("wanted", "--csv")).out).toContain(",post,list,friend\r\n");
  const reverse = await me("wanted", "--have", at("friend.jsonl.gz"), "--reverse");
  expect(reverse.out).toBe("fanbox/66 Creator 66: 1 post, 1 file\nfanbox/77 Creator 77: 1 post, 1 file\n");
  expect((await me("wanted", "--forget", "friend")).out).toBe("friend is forgotten.\n");
  expect((await me("wanted")).out).not.toContain("[friend]");
  expect((await me("wanted", "--forget", "friend")).code).toBe(2);
  expect(await mine.sql`select from have_posts union all select from have_files`).toHaveLength(0);
});

test("a bundle and a folder of downloads are compared like a list", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at("data"));
  const run = (...args: string[]) => spawnRoost(database.url, at("data"), args).ended;
  await writeFiles(at("a"), folderOf("1", "66", ["one", "two"], ["one"]));
  await run("import", at("a"), "--yes");
  await writeFile(at("list.txt"), "patreon/7/3\nfanbox/66/5\n");
  await run("wanted", "--add", at("list.txt"));
  await writeFiles(at("disk"), { "ann/3_01.png": "two", "ann/3_01.png.json": patreonFile(3, 1) });
  await writeBundle(at("bundle"), {
    posts: [{ service: "fanbox", id: "5", user: "66" }, "no JSON"],
    files: [{ hash: "no hash" }],
  });
  expect((await run("wanted", "--have", at("disk"))).err).toMatch(
    /^disk: has 1 post and 1 file that are missing here\.\n/,
  );
  expect((await run("wanted", "--have", at("bundle"))).out).toBe(`fanbox/66 Creator 66
  1 Post 1
    two.png  ${hashOf("two")}  [disk]
  5 (post, from a list)  [bundle]
patreon/7
  3 (post, from a list)  [disk]
Missing: 2 posts; 1 file of 1 post of 1 creator.
`);
  expect(await database.sql`select id from posts`).toHaveLength(1);
  expect(await run("wanted", "--have", at("none"))).toMatchObject({ code: 2 });
});

test("files that are no have lists, cut off or newer are refused, and change nothing", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const data = join(folder.path, "data");
  await mkdir(data);
  const compare = async (content: string | Buffer) => {
    const path = join(folder.path, "x.jsonl");
    await writeFile(path, content);
    const { code, err } = await spawnRoost(database.url, data, ["wanted", "--have", path]).ended;
    return [code, err.replaceAll(path, "x")];
  };
  const header = '{"have":1}\n';
  const good = `${header}{"service":"fanbox","creator":"1","posts":["1"]}\n`;
  expect((await compare(good))[0]).toBe(0);
  expect(await compare("[]")).toEqual([2, expect.stringContaining("x is not a have list")]);
  expect(await compare("")).toEqual([2, expect.stringContaining("x is not a have list: it is empty.")]);
  expect(await compare('{"have":2}\n')).toEqual([2, expect.stringContaining("newer version")]);
  expect(await compare(`${header}{"files":["no"]}\n`)).toEqual([2, expect.stringContaining("x:2: is not")]);
  const packed = gzipSync(good);
  expect(await compare(packed.subarray(0, packed.length - 12))).toEqual([
    2,
    expect.stringContaining("x cannot be read"),
  ]);
  expect(await database.sql`select name from have_lists`).toEqual([{ name: "x" }]);
  expect(await readFile(join(folder.path, "x.jsonl"))).toHaveLength(packed.length - 12);
});
