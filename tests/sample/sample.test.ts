/** The sample archive: the same bytes each time, valid by the bundle's rules, with every edge case. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Entity, RECORDS, type RecordOf } from "#backend/imports/bundle/records.ts";
import { generateSample } from "#backend/sample/generate.ts";
import { hasFile } from "#shared/entities/file.ts";
import { SERVICES } from "#shared/services/index.ts";

const folders: string[] = [];
const archive = new Map<Entity, unknown[]>();

const rows = <E extends Entity>(entity: E) => archive.get(entity) as RecordOf<E>[];

async function makeSample(posts: number, seed: string, after = 0): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), "roost-sample-test-"));
  folders.push(out);
  await generateSample({ posts, seed, out, pictures: 1, after });
  return out;
}

async function keysOf(folder: string, entity: Entity): Promise<string[]> {
  const [, ...lines] = (await readFile(join(folder, `${entity}.ndjson`), "utf8")).trimEnd().split("\n");
  return lines.map((line) => {
    const { service = "", id, revision_id } = JSON.parse(line) as Record<string, unknown>;
    return `${service}/${revision_id ?? id}`;
  });
}

/** Name and hash of every file below a folder. */
async function fingerprint(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const lines = names.map(async ({ parentPath, name }) => {
    const data = await readFile(join(parentPath, name));
    return `${parentPath.slice(folder.length)}/${name} ${createHash("sha256").update(data).digest("hex")}`;
  });
  return (await Promise.all(lines)).sort();
}

let first: string;

beforeAll(async () => {
  first = await makeSample(560, "test");
  for (const entity of Object.keys(RECORDS) as Entity[]) {
    const [header, ...lines] = (await readFile(join(first, `${entity}.ndjson`), "utf8"))
      .trimEnd()
      .split("\n");
    expect(JSON.parse(header!)).toEqual({ roost: 1, entity });
    archive.set(
      entity,
      lines.map((line) => RECORDS[entity].parse(JSON.parse(line))),
    );
  }
});

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

test("the same number of posts and seed give the same bytes", async () => {
  expect(await fingerprint(await makeSample(560, "test"))).toEqual(await fingerprint(first));
});

test("a part that goes on repeats nothing and brings the creators that a larger archive has more", async () => {
  const next = await makeSample(240, "test", 560);
  for (const entity of ["posts", "comments", "post_revisions"] as const) {
    const [before, after] = await Promise.all([keysOf(first, entity), keysOf(next, entity)]);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
  }
  expect(await keysOf(next, "posts")).toHaveLength(240);
  expect(await keysOf(next, "creators")).toEqual([]);
  expect(await keysOf(await makeSample(500, "test", 5_000), "creators")).toHaveLength(2);
});

test("every named file is there, with the content its name promises", async () => {
  const stored = new Map(
    (await fingerprint(join(first, "files"))).map((line) => line.split(" ") as [string, string]),
  );
  for (const [path, hash] of stored) expect(path).toContain(hash);
  const paths = new Set(stored.keys());
  const text = (
    await Promise.all([...archive.keys()].map((entity) => readFile(join(first, `${entity}.ndjson`), "utf8")))
  ).join("");
  const named = new Set(
    [...text.matchAll(/\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9]+/g)].map(([path]) => path),
  );
  expect(named.size).toBeGreaterThan(100);
  expect([...named].filter((path) => !paths.has(path))).toEqual([]);
  const hashes = new Set(rows("files").map(({ hash }) => hash));
  for (const { hash } of [...rows("fancards"), ...rows("share_files"), ...rows("archive_listings")])
    expect(hashes).toContain(hash);
});

test("references come with their targets", () => {
  const creators = new Set(rows("creators").map(({ service, id }) => `${service}/${id}`));
  const posts = new Set(rows("posts").map(({ service, id }) => `${service}/${id}`));
  expect(posts.size).toBe(rows("posts").length);
  for (const { service, user } of rows("posts")) expect(creators).toContain(`${service}/${user}`);
  for (const { service, id } of rows("post_revisions")) expect(posts).toContain(`${service}/${id}`);
  for (const { service, post } of rows("comments")) expect(posts).toContain(`${service}/${post}`);
  const messages = rows("discord_messages").map(({ id }) => id);
  expect(new Set(messages).size).toBe(messages.length);
});

test("all services have creators, and all but the chat service have posts", () => {
  expect(new Set(rows("creators").map(({ service }) => service))).toEqual(new Set(SERVICES));
  expect(new Set(rows("posts").map(({ service }) => service))).toEqual(
    new Set(SERVICES.filter((service) => service !== "discord")),
  );
});

describe("odd cases of posts", () => {
  const files = (post: RecordOf<"posts">) => [
    ...(hasFile(post.file) ? [post.file] : []),
    ...post.attachments,
  ];
  const cases: Record<string, (post: RecordOf<"posts">) => boolean> = {
    "no title": ({ title }) => title === "",
    "no content": ({ content }) => content === "",
    "over 30 kB of content": ({ content }) => Buffer.byteLength(content) > 30_000,
    "no files": (post) => files(post).length === 0,
    "200 files": (post) => files(post).length >= 200,
    "main file again as attachment": ({ file, attachments }) =>
      hasFile(file) && attachments.some(({ path }) => path === file.path),
    "picture inside the text, bare path": ({ content }) => /<img src="\/[0-9a-f]{2}\//.test(content),
    list: ({ content }) => content.includes("<li>"),
    link: ({ content }) => content.includes("<a href="),
    embed: ({ embed }) => embed.url !== undefined,
    "no tags": ({ tags }) => tags === null,
    captions: ({ captions }) => captions !== null,
    "not dated": ({ published }) => published === null,
    edited: ({ edited }) => edited !== null,
    "single choice poll": ({ poll }) => poll?.allow_multiple === false && poll.closes_at === null,
    "multiple choice poll": ({ poll }) => poll?.allow_multiple === true,
    "closed poll": ({ poll, published }) => poll !== null && poll.closes_at === published,
    "counts of rewards": ({ incomplete_rewards }) =>
      incomplete_rewards !== null && "incomplete" in incomplete_rewards,
    "price of media": ({ incomplete_rewards }) =>
      incomplete_rewards !== null && "price" in incomplete_rewards,
    "split DLsite post": (post) =>
      post.service === "dlsite" &&
      files(post).length > 1 &&
      files(post).every(({ name, path }) => /\.part\d\.(exe|rar)$/.test(name) && path.endsWith(".bin")),
    "zip kept as .bin": (post) =>
      files(post).some(({ name, path }) => name.endsWith(".zip") && path.endsWith(".bin")),
    audio: (post) => files(post).some(({ path }) => path.endsWith(".wav")),
    video: (post) =>
      files(post).some(({ path }) => path.endsWith(".webm")) &&
      files(post).some(({ path }) => path.endsWith(".mp4")),
    "video as the main file": ({ file, attachments }) =>
      hasFile(file) && file.path.endsWith(".mp4") && attachments.length === 0,
    animation: (post) => files(post).some(({ path }) => path.endsWith(".gif")),
    shared: ({ shared_file }) => shared_file,
    "words a reader mistypes": ({ title }) => title.includes("Genshin"),
    Japanese: ({ content }) => /[\u3040-\u30ff]/.test(content),
    Chinese: ({ service, content }) => service === "afdian" && /[\u4e00-\u9fff]/.test(content),
    Korean: ({ content }) => /[\uac00-\ud7af]/.test(content),
    Cyrillic: ({ content }) => /[\u0400-\u04ff]/.test(content),
    emoji: ({ title }) => /\p{Extended_Pictographic}/u.test(title),
  };
  test.each(Object.entries(cases))("%s", (_, holds) => {
    expect(rows("posts").some(holds)).toBe(true);
  });
});

test("odd cases around the posts", () => {
  const revisions = new Map<string, number>();
  for (const { service, id } of rows("post_revisions"))
    revisions.set(`${service}/${id}`, (revisions.get(`${service}/${id}`) ?? 0) + 1);
  expect(Math.max(...revisions.values())).toBeGreaterThan(2);
  expect(new Set(rows("comments").map(({ service }) => service))).toEqual(
    new Set(["boosty", "fanbox", "patreon"]),
  );
  expect(rows("comments").some(({ parent_id }) => parent_id !== null)).toBe(true);
  expect(rows("comment_revisions").length).toBeGreaterThan(0);
  expect(new Set(rows("announcements").map(({ service }) => service))).toEqual(
    new Set(["fanbox", "patreon"]),
  );
  for (const entity of ["fancards", "dms", "shares", "share_files"] as const)
    expect(rows(entity).length).toBeGreaterThan(0);
  expect(
    rows("archive_listings")
      .map(({ encrypted }) => encrypted)
      .sort(),
  ).toEqual([false, false, true]);
  const creators = rows("creators");
  expect(creators.some(({ id, public_id }) => public_id !== null && public_id !== id)).toBe(true);
  expect(creators.filter(({ relation_id }) => relation_id === 7).length).toBeGreaterThan(2);
});

test("odd cases of chats and communities", () => {
  const channels = rows("discord_channels");
  expect(channels.some(({ parent_channel_id }) => parent_channel_id !== null)).toBe(true);
  expect(channels.some(({ is_nsfw }) => is_nsfw)).toBe(true);
  expect(channels.some(({ topic }) => topic !== null)).toBe(true);
  const messages = rows("discord_messages");
  for (const part of ["embeds", "mentions", "attachments"] as const)
    expect(messages.some((message) => message[part].length > 0)).toBe(true);
  expect(messages.some(({ edited }) => edited !== null)).toBe(true);
  expect(rows("discord_message_revisions").length).toBeGreaterThan(0);
  const community = rows("community_messages");
  expect(community.some(({ parent_id }) => parent_id !== null)).toBe(true);
  expect(community.some(({ deleted_at }) => deleted_at !== null)).toBe(true);
});

test("a creator with more posts than three pages hold", () => {
  const counts = new Map<string, number>();
  for (const { service, user } of rows("posts"))
    counts.set(`${service}/${user}`, (counts.get(`${service}/${user}`) ?? 0) + 1);
  expect(Math.max(...counts.values())).toBeGreaterThan(150);
});

test("some people of chats have an avatar, moving or not, others none", () => {
  const avatars = rows("discord_messages").map(({ author }) => author["avatar"]);
  expect(avatars).toContain(null);
  expect(avatars).toContainEqual(expect.stringMatching(/^[0-9a-f]{32}$/));
  expect(avatars).toContainEqual(expect.stringMatching(/^a_[0-9a-f]{32}$/));
});

test("DMs are dated to the second or to its part", () => {
  const dates = rows("dms").map(({ published }) => published);
  expect(dates).toContainEqual(expect.stringMatching(/T\d\d:\d\d:\d\d$/));
  expect(dates).toContainEqual(expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{6}$/));
});

test("dates have the forms of the wire: whole seconds published, six digits added", () => {
  for (const { published, added } of rows("posts")) {
    if (published !== null) expect(published).toMatch(/T\d\d:\d\d:\d\d$/);
    expect(added).toMatch(/\.\d{6}$/);
  }
});
