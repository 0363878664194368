/** Bundles for these tests: written by hand, with a row of every entity and text that is hard to keep. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { ingestBundle } from "#backend/imports/bundle/ingest.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { openFolder } from "#backend/imports/bundle/source.ts";
import type { Problem } from "#backend/imports/bundle/validate.ts";
import { filePath } from "#shared/rules/files.ts";
import { spawnRoost } from "#tests/support/roost.ts";

export interface Folder extends AsyncDisposable {
  path: string;
}

export async function temporary(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "roost-archive-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

type Records = Partial<Record<Entity, unknown[]>>;

/** A string among the records is written as it is. */
export function lines(entity: Entity, records: unknown[]): string {
  const body = records.map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
  return [`{"roost":1,"entity":"${entity}"}`, ...body, ""].join("\n");
}

export async function writeBundle(folder: string, bundle: Records, files: StoredFile[] = []): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [entity, records] of Object.entries(bundle)) {
    await writeFile(join(folder, `${entity}.ndjson`), lines(entity as Entity, records));
  }
  for (const file of files) {
    const path = join(folder, "files", file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.bytes);
  }
}

export async function ingestFolder(sql: Sql, folder: string, data: string) {
  const problems: Problem[] = [];
  const source = await openFolder(folder);
  const summary = await ingestBundle({
    sql,
    storage: new DiskStorage(data),
    source,
    onProblem: (problem) => problems.push(problem),
  });
  return { ...summary, list: problems };
}

export interface StoredFile {
  path: string;
  bytes: Buffer;
  record: {
    hash: string;
    ext: string;
    mime: string;
    size: number;
    mtime: string;
    ctime: string;
    added: string;
  };
}

export function storedFile(content: string | Buffer, ext = ".txt"): StoredFile {
  const bytes = Buffer.from(content);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const record = {
    hash,
    ext,
    mime: "text/plain",
    size: bytes.length,
    mtime: DAY,
    ctime: DAY,
    added: `${DAY}.123456`,
  };
  return { path: filePath(hash, ext), bytes, record };
}

export const DAY = "2024-05-01T12:00:00";
const HARD = "Ünïcode 𝒜 👩‍👩‍👧 日本語 中文 한국어 Привет \u2028 \u2029 \u200f\u00a0 \\u0041 \" ' \\ \t end";

export const creator = (id: string, more: object = {}) => ({
  service: "patreon",
  id,
  name: `Artist ${id}`,
  indexed: DAY,
  updated: DAY,
  ...more,
});
export const post = (id: string, more: object = {}) => ({
  service: "patreon",
  id,
  user: "1",
  title: `Post ${id}`,
  content: `Text ${id}`,
  ...more,
});

/** One or more rows of every entity. */
export function everything(): { bundle: Record<Entity, unknown[]>; files: StoredFile[] } {
  const picture = storedFile("picture", ".png");
  const packed = storedFile("archive", ".bin");
  const card = storedFile("card", ".jpg");
  const named = (file: StoredFile, name: string) => ({ name, path: file.path });
  const rich = {
    title: HARD,
    content: `<p>${HARD}</p>\r\n<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer nofollow">link</a>`,
    embed: { description: HARD, url: "https://example.org/", subject: "zz" },
    shared_file: true,
    added: "2024-01-02T03:04:05.000001",
    published: "1969-12-31T23:59:59.999999",
    edited: "2024-01-02T03:04:06",
    file: { path: picture.path, name: `${HARD}.png` },
    attachments: [named(packed, "a.zip"), named(picture, "b.png"), named(picture, "b.png")],
    poll: {
      title: HARD,
      description: null,
      choices: [{ votes: 3, text: "はい" }],
      created_at: DAY,
      closes_at: null,
      allow_multiple: false,
    },
    captions: { zeta: [{ b: 1, a: 2.5e-7 }], a: { "10": true, "9": null }, longer: HARD },
    tags: ["", "インク", 'a,"b"', "{x}", "null", "Ink"],
    incomplete_rewards: { price: 5.5, media_count: 3, photo_count: 2, video_count: 1 },
  };
  const fan = {
    service: "fanbox",
    id: "9",
    name: HARD,
    indexed: DAY,
    updated: `${DAY}.654321`,
    public_id: "nine",
    hidden: true,
  };
  return {
    files: [picture, packed, card],
    bundle: {
      files: [picture, packed, card].map((file, at) => ({
        ...file.record,
        id: 40 + at,
        ihash: at === 0 ? "abc" : null,
      })),
      archive_listings: [
        { hash: packed.record.hash, file_list: [HARD, "b/c.png", ""], encrypted: true, password: "pä ss" },
      ],
      creators: [
        creator("1", { relation_id: 7, favorited: 12, icon: picture.path, banner: picture.path }),
        fan,
        { ...fan, service: "discord", id: "srv", name: "Server", hidden: false },
      ],
      posts: [
        post("b", { ...rich, fav_count: 3 }),
        post("a", { tags: [], incomplete_rewards: { incomplete: 1, complete: 2 } }),
        post("A", { hidden: true, content: "", title: "" }),
        post("é", {}),
      ],
      post_revisions: [
        { revision_id: 900, ...post("b", { ...rich, title: "before" }) },
        { revision_id: 17, ...post("b", { title: "first" }) },
        { revision_id: 18, ...post("b", { title: "first" }) },
      ],
      comments: [
        {
          service: "patreon",
          post: "b",
          id: "c2",
          parent_id: "c1",
          commenter: "u",
          content: "<b>Re</b>",
          published: DAY,
        },
        {
          service: "patreon",
          post: "b",
          id: "c1",
          commenter: "v",
          commenter_name: HARD,
          content: HARD,
          published: DAY,
        },
      ],
      comment_revisions: [
        { id: 5, service: "patreon", post: "b", comment: "c1", content: "was", added: DAY },
      ],
      announcements: [
        { service: "patreon", user_id: "1", hash: "h1", content: HARD, published: null, added: DAY },
      ],
      fancards: [
        { id: 3, user_id: "9", hash: card.record.hash, price: "¥500", added: DAY, last_checked_at: DAY },
      ],
      dms: [
        {
          hash: "d1",
          service: "patreon",
          user: "1",
          content: HARD,
          embed: rich.embed,
          file: rich.file,
          attachments: [named(packed, "d.zip")],
          added: DAY,
          published: DAY,
        },
        { hash: "d2", service: "patreon", user: "1", content: "", added: DAY, published: DAY, hidden: true },
      ],
      shares: [{ id: "s1", service: "patreon", user: "1", name: HARD, description: "<i>d</i>", added: DAY }],
      share_files: [
        { share: "s1", position: 1, hash: picture.record.hash, filename: "x.png" },
        { share: "s1", position: 0, hash: picture.record.hash, filename: HARD },
      ],
      discord_channels: [
        { id: "ch", server_id: "srv", name: "general", topic: HARD, position: 2, is_nsfw: true },
      ],
      discord_messages: [
        {
          id: "m1",
          server: "srv",
          channel: "ch",
          author: { username: HARD, id: "1", avatar: null, flags: [{ z: 1, aa: 2 }] },
          content: HARD,
          added: DAY,
          published: DAY,
          edited: `${DAY}.000100`,
          embeds: [{ type: "rich", title: HARD, n: 1e21, d: 0.1 }],
          mentions: [{ id: "1" }],
          attachments: [named(picture, "p.png")],
        },
      ],
      discord_message_revisions: [{ id: 70, message: "m1", content: "old", edited: DAY }],
      community_channels: [
        { channel_id: "cc", service: "patreon", creator_id: "1", name: "Lounge", emoji: "🎨", added_at: DAY },
      ],
      html_sources: [{ hash: "5e".repeat(32), gzip: Buffer.from("compressed").toString("base64") }],
      community_messages: [
        {
          message_id: "z",
          channel_id: "cc",
          user_id: "u",
          created_at: DAY,
          original_json: { text: HARD, b: { c: 1 } },
        },
        {
          message_id: "a",
          channel_id: "cc",
          parent_id: "z",
          user_id: "u",
          created_at: DAY,
          deleted_at: DAY,
          original_json: {},
        },
      ],
    },
  };
}

/** `roost ingest` as a process of its own. */
export const spawnIngest = (databaseUrl: string, data: string, args: string[]) =>
  spawnRoost(databaseUrl, data, ["ingest", ...args]);
