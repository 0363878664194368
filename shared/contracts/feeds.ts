/** Lists of posts and DMs as feeds, for feed readers. */
import { z } from "zod/mini";
import { searchText, tagList } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

export const FEED_FORMATS = ["json", "rss", "atom"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const FEED_TYPES = {
  json: "application/feed+json",
  rss: "application/rss+xml",
  atom: "application/atom+xml",
} as const satisfies Record<FeedFormat, string>;

/** Formats of lists of posts: a podcast is RSS 2.0 with an item for each audio and video file. */
export const POST_FEED_FORMATS = [...FEED_FORMATS, "podcast"] as const;
export type PostFeedFormat = (typeof POST_FEED_FORMATS)[number];

/** JSON Feed 1.1. */
export const JsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  /** URL of the same list on this site. */
  home_page_url: z.url(),
  feed_url: z.url(),
  items: z.array(
    z.object({
      /** Same as `url`. */
      id: z.url(),
      url: z.url(),
      title: z.string(),
      /** Beginning of the post or DM, as plain text. */
      content_text: z.string(),
      date_published: z.optional(z.iso.datetime()),
      date_modified: z.iso.datetime(),
      authors: z.array(z.object({ name: z.string(), url: z.url() })),
      tags: z.optional(z.array(z.string())),
    }),
  ),
});
export type JsonFeed = z.infer<typeof JsonFeed>;

const format = z
  ._default(z.enum(FEED_FORMATS, "Expected format to be json, rss or atom."), "json")
  .register(z.globalRegistry, { description: "JSON Feed 1.1, RSS 2.0 or Atom." });

const postFormat = z
  ._default(z.enum(POST_FEED_FORMATS, "Expected format to be json, rss, atom or podcast."), "json")
  .register(z.globalRegistry, {
    description:
      "JSON Feed 1.1, RSS 2.0, Atom, or a podcast: RSS 2.0 with the audio and video files of up to 200 posts.",
  });

const ANSWER = {
  basicLogin: true as const,
  response: JsonFeed,
  type: FEED_TYPES.json,
  also: [FEED_TYPES.rss, FEED_TYPES.atom],
};

export const getPostsFeed = endpoint({
  method: "GET",
  path: "/v1/posts/feed",
  access: "anyone",
  topics: ["posts", "creators", "files", "removed_files", "media_details"],
  summary: "Feed of the 50 posts added last; with q or tag, of those that match exactly.",
  query: z.object({ format: postFormat, q: searchText(2), tag: tagList }),
  ...ANSWER,
});

export const getDmsFeed = endpoint({
  method: "GET",
  path: "/v1/dms/feed",
  access: "anyone",
  topics: ["dms", "totals", "creators", "discord_channels"],
  summary: "Feed of the 50 DMs added last; with q, of those that match exactly.",
  query: z.object({ format, q: searchText(3) }),
  ...ANSWER,
});

export const getPersonFeed = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/links/posts/feed",
  access: "anyone",
  topics: ["posts", "creators", "linked_posts", "files", "removed_files", "media_details"],
  summary:
    "Feed of the 50 newest posts of a creator and all creators linked to it, with a post on several services listed once.",
  params: CreatorParams,
  query: z.object({ format: postFormat }),
  ...ANSWER,
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const getCreatorFeed = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/feed",
  access: "anyone",
  topics: ["posts", "creators", "files", "removed_files", "media_details"],
  summary: "Feed of a creator's 50 newest posts.",
  params: CreatorParams,
  query: z.object({ format: postFormat }),
  ...ANSWER,
  errors: { 404: [CREATOR_NOT_FOUND] },
});

/** For feed readers with an access token, also in an archive for members. */
export const getOwnFavoritesFeed = endpoint({
  method: "GET",
  path: "/v1/account/favorites/new/feed",
  access: "session",
  scope: "favorites",
  private: true,
  summary: "Feed of the 50 posts of the account's favorite creators added last, at most 90 days old.",
  query: z.object({ format: postFormat }),
  ...ANSWER,
});

/** For feed readers without a login: the token in the URL identifies the account. */
export const getFavoritesFeed = endpoint({
  method: "GET",
  path: "/v1/favorites/feed/:token",
  access: "anyone",
  private: true,
  summary:
    "Feed of the 50 posts of an account's favorite creators added last, at most 90 days old. Anyone with the link can read it; a replaced or deleted link returns 404.",
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  query: z.object({ format: postFormat }),
  ...ANSWER,
  errors: { 404: ["Not Found"] },
});
