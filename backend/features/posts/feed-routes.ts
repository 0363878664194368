/** Feeds of all posts, of a search, of a creator, and of an account's favorites; each also as a podcast. */
import { DomUtils, parseDocument } from "htmlparser2";
import {
  getCreatorFeed,
  getFavoritesFeed,
  getOwnFavoritesFeed,
  getPersonFeed,
  getPostsFeed,
  type JsonFeed,
  type PostFeedFormat,
} from "#shared/contracts/feeds.ts";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { printCondition } from "#shared/search/query.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { hashOf } from "../../db/tokens.ts";
import type { OtherForm } from "../../http/answer-forms.ts";
import { type Input, type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import {
  address,
  creatorAddress,
  type Feed,
  type FeedEntry,
  inFormat,
  summaryOf,
} from "../../http/feed-formats.ts";
import { fallbackPosts, withFallback } from "../../search/fallback.ts";
import { lastAdded } from "../../search/last-added.ts";
import { findPosts, type PostSearch } from "../../search/posts.ts";
import { readQuery } from "../../search/read-query.ts";
import {
  type FeedCreator,
  type FeedPost,
  feedAccount,
  feedCreator,
  feedPosts,
  newestOfFavorites,
} from "./feed-queries.ts";
import { linkedPosts } from "./linked-queries.ts";
import { creatorPosts, latestPosts } from "./list-queries.ts";
import { KINDS, PODCAST_QUERY, podcast } from "./podcast.ts";

export const feedRoutes: Mounted[] = [
  mount(getPostsFeed, async (input) => {
    const { sql, config, origin, query } = input;
    const { format, q = "", tag } = query;
    const isSearch = q !== "" || tag.length > 0;
    const wanted = [...(q === "" ? [] : [["q", q]]), ...tag.map((one) => ["tag", one])];
    const words = [q, ...tag.map((value) => printCondition({ key: "tag", value, isExcluded: false }))];
    const list = {
      title: `${isSearch ? words.join(" ").trim() : "Posts"} · ${config.SITE_NAME}`,
      home: address(`${origin}/posts`, wanted),
      self: address(`${origin}/api/v1/posts/feed`, [["format", format], ...wanted]),
    };
    if (format === "podcast")
      return await podcast(input, list, await newestFound(input, `${q} ${PODCAST_QUERY}`, tag, MAX_POSTS));
    const keys = isSearch ? await newestFound(input, q, tag) : await latestPosts(sql, 0);
    return inFormat(format, { ...list, entries: toEntries(await feedPosts(sql, keys), origin) });
  }),
  mount(getCreatorFeed, async (input) => {
    const { sql, config, origin, params, query } = input;
    const { service, id } = params;
    const keysOf = () =>
      query.format === "podcast"
        ? newestByCreator(input, "creator", params)
        : creatorPosts(sql, { service, user: id }, 0);
    const [creator, keys] = await Promise.all([feedCreator(sql, service, id), keysOf()]);
    if (creator === undefined) throw notFound(CREATOR_NOT_FOUND);
    const on = isService(service) ? serviceInfo(service).title : service;
    return await inAnyFormat(input, query.format, keys, {
      title: `${creator.name} (${on}) · ${config.SITE_NAME}`,
      home: creatorAddress(origin, service, id),
      self: address(creatorAddress(`${origin}/api/v1`, service, id, "feed"), [["format", query.format]]),
      creator,
    });
  }),
  mount(getPersonFeed, async (input) => {
    const { sql, config, origin, params, query } = input;
    const { service, id } = params;
    const [creator, linked] = await Promise.all([
      feedCreator(sql, service, id),
      linkedPosts(sql, params, undefined),
    ]);
    if (creator === undefined || linked === undefined) throw notFound(CREATOR_NOT_FOUND);
    // Without links the feed continues with this profile, so that its subscribers keep receiving posts.
    const newest = linked.isLinked ? linked.posts : await creatorPosts(sql, { service, user: id }, 0);
    const keys = query.format === "podcast" ? await newestByCreator(input, "person", params) : newest;
    return await inAnyFormat(input, query.format, keys, {
      title: `${creator.name} (all profiles) · ${config.SITE_NAME}`,
      home: creatorAddress(origin, service, id, "links", "posts"),
      self: address(creatorAddress(`${origin}/api/v1`, service, id, "links", "posts", "feed"), [
        ["format", query.format],
      ]),
      creator,
    });
  }),
  mount(getOwnFavoritesFeed, ({ principal, query, ...input }) =>
    favoritesFeed(input, principal.id, "account/favorites/new/feed", query.format),
  ),
  mount(getFavoritesFeed, async ({ params: { token }, query, ...input }) => {
    const account = await feedAccount(input.sql, hashOf(token));
    if (account === undefined) throw notFound();
    return await favoritesFeed(input, account, `favorites/feed/${encodeURIComponent(token)}`, query.format);
  }),
];

type Reading = Pick<
  Input<typeof getOwnFavoritesFeed>,
  "sql" | "pool" | "search" | "signal" | "config" | "origin" | "fileServer"
>;
type Key = { service: string; id: string };

/** @param path of the feed below `/api/v1` */
async function favoritesFeed(
  input: Reading,
  account: number,
  path: string,
  format: PostFeedFormat,
): Promise<JsonFeed | OtherForm> {
  const { sql, config, origin } = input;
  const keys = await newestOfFavorites(sql, account, format === "podcast" ? KINDS : []);
  return await inAnyFormat(input, format, keys, {
    title: `Favorites · ${config.SITE_NAME}`,
    home: `${origin}/account/favorites/new`,
    self: address(`${origin}/api/v1/${path}`, [["format", format]]),
  });
}

async function inAnyFormat(
  input: Reading,
  format: PostFeedFormat,
  keys: readonly Key[],
  list: Omit<Feed, "entries"> & { creator?: FeedCreator },
): Promise<JsonFeed | OtherForm> {
  if (format === "podcast") return await podcast(input, list, keys);
  return inFormat(format, { ...list, entries: toEntries(await feedPosts(input.sql, keys), input.origin) });
}

/** Posts that a podcast is made of. */
const MAX_POSTS = 200;

/** Newest posts with audio or video of a creator, or of all profiles of a person. */
async function newestByCreator(
  input: Reading,
  key: "creator" | "person",
  { service, id }: { service: string; id: string },
): Promise<Key[]> {
  const by = printCondition({ key, value: `${service}/${id}`, isExcluded: false });
  const query = await readQuery(input.sql, `${by} ${PODCAST_QUERY} sort:newest`);
  return await found(input, { query, defaultOrder: "newest" }, MAX_POSTS);
}

/** Newest added of the posts that match exactly. */
async function newestFound(input: Reading, q: string, tags: string[], max = PAGE_SIZE): Promise<Key[]> {
  const query = await lastAdded(input.sql, q);
  return await found(input, { query, tags, defaultOrder: "added" }, max);
}

/** The first of the posts that match exactly. @param max a multiple of the page size */
async function found(
  { pool, search, signal }: Pick<Services, "search"> & { pool: Services["sql"]; signal: AbortSignal },
  wanted: Omit<PostSearch, "offset">,
  max: number,
): Promise<Key[]> {
  const keys: Key[] = [];
  for (let offset = 0; offset < max; offset += PAGE_SIZE) {
    const page = { ...wanted, offset };
    const { services, ids, exact } = await withFallback(
      () => findPosts(search, page, { hasFallback: true }),
      () => fallbackPosts(pool, page, signal),
    );
    const exactly = exact === undefined ? ids : ids.slice(0, Math.max(0, exact - offset));
    keys.push(...exactly.map((id, at) => ({ service: services[at] ?? "", id })));
    if (exactly.length < PAGE_SIZE) break;
  }
  return keys;
}

function toEntries(posts: FeedPost[], origin: string): FeedEntry[] {
  return posts.map(({ service, user, id, title, content, added, published, edited, tags, creator }) => {
    const dates = [added, published, edited].map((date) => (date === null ? undefined : parseIso(date)));
    return {
      url: creatorAddress(origin, service, user, "post", id),
      title: title.trim() || `Post ${id}`,
      summary: summaryOf(DomUtils.textContent(parseDocument(content))),
      published: dates[1],
      changed: new Date(Math.max(0, ...dates.map((date) => date?.getTime() ?? 0))),
      author: { name: creator, url: creatorAddress(origin, service, user) },
      tags: tags ?? [],
    };
  });
}
