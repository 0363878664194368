/** Feeds of all posts, of a search, of a creator, and of an account's favorites. */
import { DomUtils, parseDocument } from "htmlparser2";
import {
  type FeedFormat,
  getCreatorFeed,
  getFavoritesFeed,
  getOwnFavoritesFeed,
  getPersonFeed,
  getPostsFeed,
  type JsonFeed,
} from "#shared/contracts/feeds.ts";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { printCondition } from "#shared/search/query.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import type { Db } from "../../db/client.ts";
import { hashOf } from "../../db/tokens.ts";
import type { OtherForm } from "../../http/answer-forms.ts";
import { type Input, type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { address, creatorAddress, type FeedEntry, inFormat, summaryOf } from "../../http/feed-formats.ts";
import { fallbackPosts, withFallback } from "../../search/fallback.ts";
import { lastAdded } from "../../search/last-added.ts";
import { findPosts } from "../../search/posts.ts";
import { creatorName, type FeedPost, feedAccount, feedPosts, newestOfFavorites } from "./feed-queries.ts";
import { linkedPosts } from "./linked-queries.ts";
import { creatorPosts, latestPosts } from "./list-queries.ts";

export const feedRoutes: Mounted[] = [
  mount(getPostsFeed, async ({ sql, pool, search, signal, config, origin, query }) => {
    const { format, q = "", tag } = query;
    const isSearch = q !== "" || tag.length > 0;
    const keys = isSearch
      ? await newestFound({ sql, search, pool, signal }, q, tag)
      : await latestPosts(sql, 0);
    const wanted = [...(q === "" ? [] : [["q", q]]), ...tag.map((one) => ["tag", one])];
    const words = [q, ...tag.map((value) => printCondition({ key: "tag", value, isExcluded: false }))];
    return inFormat(format, {
      title: `${isSearch ? words.join(" ").trim() : "Posts"} · ${config.SITE_NAME}`,
      home: address(`${origin}/posts`, wanted),
      self: address(`${origin}/api/v1/posts/feed`, [["format", format], ...wanted]),
      entries: toEntries(await feedPosts(sql, keys), origin),
    });
  }),
  mount(getCreatorFeed, async ({ sql, config, origin, params, query }) => {
    const { service, id } = params;
    const [name, keys] = await Promise.all([
      creatorName(sql, service, id),
      creatorPosts(sql, { service, user: id }, 0),
    ]);
    if (name === undefined) throw notFound(CREATOR_NOT_FOUND);
    const on = isService(service) ? serviceInfo(service).title : service;
    return inFormat(query.format, {
      title: `${name} (${on}) · ${config.SITE_NAME}`,
      home: creatorAddress(origin, service, id),
      self: address(creatorAddress(`${origin}/api/v1`, service, id, "feed"), [["format", query.format]]),
      entries: toEntries(await feedPosts(sql, keys), origin),
    });
  }),
  mount(getPersonFeed, async ({ sql, config, origin, params, query }) => {
    const { service, id } = params;
    const [name, linked] = await Promise.all([
      creatorName(sql, service, id),
      linkedPosts(sql, params, undefined),
    ]);
    if (name === undefined || linked === undefined) throw notFound(CREATOR_NOT_FOUND);
    // Without links the feed continues with this profile, so that its subscribers keep receiving posts.
    const keys = linked.isLinked ? linked.posts : await creatorPosts(sql, { service, user: id }, 0);
    return inFormat(query.format, {
      title: `${name} (all profiles) · ${config.SITE_NAME}`,
      home: creatorAddress(origin, service, id, "links", "posts"),
      self: address(creatorAddress(`${origin}/api/v1`, service, id, "links", "posts", "feed"), [
        ["format", query.format],
      ]),
      entries: toEntries(await feedPosts(sql, keys), origin),
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

/** @param path of the feed below `/api/v1` */
async function favoritesFeed(
  { sql, config, origin }: Pick<Input<typeof getOwnFavoritesFeed>, "sql" | "config" | "origin">,
  account: number,
  path: string,
  format: FeedFormat,
): Promise<JsonFeed | OtherForm> {
  return inFormat(format, {
    title: `Favorites · ${config.SITE_NAME}`,
    home: `${origin}/account/favorites/new`,
    self: address(`${origin}/api/v1/${path}`, [["format", format]]),
    entries: toEntries(await feedPosts(sql, await newestOfFavorites(sql, account)), origin),
  });
}

/** Newest added of the posts that match exactly. */
async function newestFound(
  {
    sql,
    search,
    pool,
    signal,
  }: Pick<Services, "search"> & { sql: Db; pool: Services["sql"]; signal: AbortSignal },
  q: string,
  tags: string[],
): Promise<{ service: string; id: string }[]> {
  const query = await lastAdded(sql, q);
  const wanted = { query, tags, offset: 0, defaultOrder: "added" } as const;
  const { services, ids, exact } = await withFallback(
    () => findPosts(search, wanted, { hasFallback: true }),
    () => fallbackPosts(pool, wanted, signal),
  );
  return ids.slice(0, exact).map((id, at) => ({ service: services[at] ?? "", id }));
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
