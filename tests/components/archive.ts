/** A small archive: an answer for everything that the screens of `screens.ts` ask for. */
import type { z } from "zod/mini";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { listCommunityChannels, listCommunityMessages } from "#shared/contracts/community.ts";
import { listLinkedPosts } from "#shared/contracts/creator-links.ts";
import {
  listAnnouncements,
  listCreators,
  listCreatorTags,
  listFancards,
  listLinks,
  listRecommended,
  listUpdatedCreators,
  pageCreators,
} from "#shared/contracts/creators.ts";
import { getDiscordServer, listDiscordMessages } from "#shared/contracts/discord.ts";
import { listCreatorDms, listDms } from "#shared/contracts/dms.ts";
import { getFile, searchHash } from "#shared/contracts/files.ts";
import { listPopularPosts } from "#shared/contracts/popular.ts";
import { getPost, listComments, listTags } from "#shared/contracts/post.ts";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { getSchema } from "#shared/contracts/reference.ts";
import { getShare, listCreatorShares, listShares } from "#shared/contracts/shares.ts";
import type { OpenApi } from "#shared/entities/openapi.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { navigation, type Period, popularRange, popularWindow } from "#shared/rules/popular.ts";
import { answerWholeAccount } from "./account.ts";
import { archiveFile } from "./answers.ts";
import { api } from "./api.ts";
import { linkedPosts } from "./creator-links.ts";
import { creatorRow, DAY, filePath, listCreator, postPage, listPosts as posts, profile } from "./examples.ts";
import { answerWholeImporter } from "./importer.ts";

export const CREATOR = "/patreon/user/10";
export const FANBOX = "/fanbox/user/20";
export const SERVER = "/discord/server/30";
export const POST = `${CREATOR}/post/1`;
export const ARCHIVE_HASH = "cd".repeat(32);
const FANBOX_PARAMS = { service: "fanbox", id: "20" };
/** A day on which popular posts are looked at: no screen depends on today. */
const TODAY = "2026-09-04";

const file = (id: string, name = "a.png") => ({ name, path: filePath(id) });
const preview = (id: string) => ({ type: "thumbnail" as const, server: "", ...file(id) });

const dm = {
  hash: "d1",
  user: "10",
  service: "patreon" as const,
  content: "Thank you for <b>everything</b>",
  embed: {},
  file: {},
  added: DAY,
  published: DAY,
};

const share = { id: "s1", name: "Old sketches", description: "<p>From a disk</p>", added: DAY };

const channel = {
  channel_id: "c1",
  creator_id: "10",
  campaign_id: null,
  channel_type_name: null,
  name: "General",
  community_guidelines: "Be kind.",
  emoji: "🏮",
  added_at: DAY,
  messages_refreshed_at: DAY,
  messages_full_refreshed_at: DAY,
  post_count: 1,
};

const said = (id: string, name: string, role: string) => ({
  message_id: id,
  user_id: id,
  created_at: DAY,
  deleted_at: null,
  attachments: [],
  embeds: [],
  original_json: { text: "Good morning", created_at: null, user: { name, role, avatar_url: null } },
});

const chatChannel = {
  id: "c31",
  server_id: "30",
  name: "lanterns",
  parent_channel_id: null,
  topic: "Paper and light",
  theme_color: null,
  is_nsfw: false,
  position: 0,
  icon_emoji: null,
  type: 0,
  post_count: 3,
};

const chatMessage = (seq: number) => ({
  id: `m${seq}`,
  author: { id: `u${seq}`, username: `visitor ${seq}` },
  server: "30",
  channel: "c31",
  content: "Good evening",
  added: DAY,
  published: DAY,
  edited: null,
  embeds: [],
  mentions: [],
  attachments: [],
  revisions: [{ id: 1, content: "Good mourning", edited: DAY }],
  seq,
});

const comment = (id: string, parent: string | null) => ({
  id,
  parent_id: parent,
  commenter: `who${id}`,
  commenter_name: "Visitor",
  content: "How lovely",
  published: DAY,
  revisions: [{ id: 1, content: "How lovly", added: DAY }],
});

const fancard = {
  id: 1,
  user_id: "20",
  file_id: 1,
  hash: "ab".repeat(32),
  mtime: DAY,
  ctime: DAY,
  mime: "image/png",
  ext: ".png",
  added: DAY,
  size: 1,
  ihash: null,
  last_checked_at: DAY,
  price: "500",
  path: filePath("9"),
  server: "",
};

const schema: OpenApi = {
  openapi: "3.1.0",
  info: { title: "The API", version: "1", summary: "All of it.", description: "Everything is JSON." },
  servers: [{ url: "/", description: "This one." }],
  tags: [{ name: "Posts", description: "Lists of posts." }],
  paths: {
    "/api/v1/posts": {
      get: {
        operationId: "listPosts",
        tags: ["Posts"],
        summary: "All posts.",
        responses: { 200: { description: "Fine." } },
      },
    },
  },
  components: { schemas: {}, responses: {}, securitySchemes: {} },
};

/** A post with all that a post can have besides films and sounds. */
const fullPage = () =>
  postPage(
    {
      content: "<h2>A night</h2><p>Some words about <a href='https://example.org/'>lanterns</a>.</p>".repeat(
        3,
      ),
      embed: { url: "https://example.org/", subject: "A film", description: "Of a night" },
      edited: DAY,
      tags: ["night", "lantern"],
      attachments: [file("2"), file("3")],
      incomplete_rewards: { complete: 1, incomplete: 2 },
      prev: "2",
      next: "0",
      poll: {
        title: "Which one?",
        description: null,
        choices: [
          { text: "Red", votes: 3 },
          { text: "Blue", votes: 1 },
        ],
        created_at: DAY,
        closes_at: null,
        allow_multiple: false,
      },
    },
    {
      previews: [preview("1"), preview("2"), preview("3")],
      attachments: [
        {
          server: "",
          name: "b.zip",
          extension: ".bin",
          name_extension: ".zip",
          stem: "b",
          path: filePath("5"),
        },
      ],
    },
  );

/** Answer of the server for a window of popular posts. */
export function popular(
  period: Period,
  date: string | undefined,
  { count = 3, shown = count, today = TODAY }: { count?: number; shown?: number; today?: string } = {},
): z.input<(typeof listPopularPosts)["response"]> {
  const now = Date.parse(`${today}T12:00:00Z`);
  const { min, max } = popularWindow(period, date, now);
  const around = (scale: Period) => navigation(scale, date ?? today);
  return {
    info: {
      date: `${date ?? today}T00:00:00`,
      min_date: min,
      max_date: max,
      navigation_dates: {
        recent: around("recent"),
        day: around("day"),
        week: around("week"),
        month: around("month"),
      },
      range_desc: popularRange(period, date, now),
      scale: period,
    },
    props: { today, earliest_date_for_popular: "2022-02-01", count },
    posts: posts(Math.min(shown, 50)).map((post) => ({ ...post, fav_count: 4 })),
  };
}

/**
 * @param count posts of each list
 * @param pageSize most posts of a page
 */
function answerLists(count: number, pageSize: number): Promise<void>[] {
  const list = posts(Math.min(count, pageSize));
  const rows = [creatorRow(), creatorRow({ id: "20", service: "fanbox", name: "Sora" })];
  const creators = rows.map(({ id, name, service }, at) =>
    listCreator({ id, name, service, favorited: 9 - at, updated: 1_757_000_000 - at }),
  );
  return [
    api.answer(listPosts, { count, true_count: count, posts: list }),
    api.answer(
      listPopularPosts,
      popular("recent", undefined, { count: Math.min(count, 500), shown: Math.min(count, pageSize) }),
    ),
    api.answer(listCreatorPosts, list),
    api.answer(listLinkedPosts, {
      posts: linkedPosts(Math.min(count, pageSize)),
      next: count > pageSize ? "1/patreon/50" : null,
    }),
    api.answer(listTags, [
      { tag: "night", post_count: 3 },
      { tag: "lantern", post_count: 2 },
    ]),
    api.answer(listCreators, { since: "1", complete: true, creators, removed: [] }),
    api.answer(pageCreators, { count: creators.length, artists: creators }),
    api.answer(getArchiveState, { is_empty: false, sample: null }),
    api.answer(listUpdatedCreators, {
      props: { currentPage: "artists", display: "", count: rows.length, limit: 50 },
      results: rows,
      base: { commit: true, sort_by: "updated" },
    }),
    api.answer(listDms, {
      props: {
        currentPage: "artists",
        count: 1,
        limit: 50,
        dms: [{ ...dm, artist: { ...creatorRow(), has_chats: true } }],
      },
    }),
    api.answer(listShares, { shares: [share], total: 1 }),
  ];
}

function answerCreators(): Promise<void>[] {
  const counts = { has_chats: true, dm_count: 1, share_count: 1, relation_id: 1 };
  return [
    api.answer(getProfile, profile(counts), { params: { service: "patreon", id: "10" } }),
    api.answer(getProfile, profile({ ...counts, id: "20", service: "fanbox", name: "Sora" }), {
      params: FANBOX_PARAMS,
    }),
    api.answer(listLinks, [creatorRow({ id: "20", service: "fanbox", name: "Sora" })]),
    api.answer(listRecommended, [{ ...creatorRow({ id: "11", name: "Bo Paper" }), score: 0.5 }]),
    api.answer(listCreatorTags, [{ tag: "night", post_count: 3 }]),
    api.answer(listAnnouncements, [
      {
        service: "fanbox",
        user_id: "20",
        hash: "a1",
        content: "<p>A holiday</p>",
        added: DAY,
        published: DAY,
      },
    ]),
    api.answer(listFancards, [fancard]),
    api.answer(listCreatorDms, [{ ...dm, artist: null }]),
    api.answer(listCreatorShares, { shares: [share], total: 1 }),
    api.answer(listCommunityChannels, [channel, { ...channel, channel_id: "c2", name: "Sketches" }]),
    api.answer(listCommunityMessages, [
      { ...said("m1", "Ann Lantern", "creator"), replies: [said("m2", "Visitor", "member")] },
    ]),
  ];
}

function answerPages(): Promise<void>[] {
  return [
    api.answer(getPost, fullPage()),
    api.answer(listComments, [comment("1", null), comment("2", "1")]),
    api.answer(getShare, {
      ...share,
      share_files: [
        { hash: ARCHIVE_HASH, ext: ".bin", filename: "old.zip", upload_url: "http://localhost/old.zip" },
      ],
    }),
    api.answer(searchHash, { ...archiveFile({ hash: ARCHIVE_HASH }).file, posts: [], discord_posts: [] }),
    api.answer(getFile, {
      file: {
        id: 1,
        hash: ARCHIVE_HASH,
        mtime: DAY,
        ctime: DAY,
        mime: "application/zip",
        ext: ".bin",
        added: DAY,
        size: 1_500,
        ihash: null,
      },
      file_list: ["sketches/one.png", "read me.txt"],
      file_sizes: [1_000, null],
      password: "lantern",
    }),
    api.answer(getDiscordServer, {
      id: "30",
      name: "Lantern house",
      indexed: DAY,
      updated: DAY,
      channels: [chatChannel],
    }),
    api.answer(listDiscordMessages, [1, 2, 3].map(chatMessage)),
    api.answer(getSchema, { ...schema }),
  ];
}

export async function answerEverything({
  count = 3,
  pageSize = PAGE_SIZE,
}: {
  count?: number;
  pageSize?: number;
} = {}): Promise<void> {
  await Promise.all([
    ...answerLists(count, pageSize),
    ...answerCreators(),
    ...answerPages(),
    answerWholeAccount({ role: "administrator" }),
    answerWholeImporter(),
  ]);
}
