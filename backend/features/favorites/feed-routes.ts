/** The feed of an account's favorites, whose address is a secret. */
import { createFeedAddress, deleteFeedAddress, getFeedAddress } from "#shared/contracts/favorites.ts";
import { getFavoritesFeed } from "#shared/contracts/feeds.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { address, inFormat } from "../../http/feed-formats.ts";
import { feedPosts } from "../posts/feed-queries.ts";
import { toEntries } from "../posts/feed-routes.ts";
import { deleteFeed, feedAccount, feedCreated, newestOfFavorites, replaceFeed } from "./feed-queries.ts";

export const favoritesFeedRoutes: Mounted[] = [
  mount(getFavoritesFeed, async ({ sql, config, origin, params: { token }, query: { format } }) => {
    const account = await feedAccount(sql, hashOf(token));
    if (account === undefined) throw notFound();
    const posts = await feedPosts(sql, await newestOfFavorites(sql, account));
    return inFormat(format, {
      title: `Favorites · ${config.SITE_NAME}`,
      home: `${origin}/account/favorites/new`,
      self: address(`${origin}/api/v1/favorites/feed/${encodeURIComponent(token)}`, [["format", format]]),
      entries: toEntries(posts, origin),
    });
  }),
  mount(getFeedAddress, async ({ sql, principal }) => ({
    created_at: await feedCreated(sql, principal.id),
  })),
  mount(createFeedAddress, async ({ sql, principal }) => {
    const token = randomToken();
    await replaceFeed(sql, principal.id, hashOf(token));
    return { token };
  }),
  mount(deleteFeedAddress, async ({ sql, principal }) => {
    await deleteFeed(sql, principal.id);
    return true as const;
  }),
];
