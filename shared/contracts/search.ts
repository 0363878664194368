/** Global search: creators, posts, DMs, tags and chat messages in one request (an addition to the public API). */

import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { Iso } from "../rules/dates.ts";
import { offset, searchText, tagList } from "../rules/offset.ts";
import { SEARCH_UNAVAILABLE } from "../search/unavailable.ts";
import { endpoint } from "./endpoint.ts";

/** Plain text with matched words between MARK_START and MARK_END of `search/documents.ts`; never HTML. */
const Marked = z.string();
/** True if words are only in the text of its images: then the snippet is of that text. */
const InPicture = z.optional(z.literal(true));

export const SearchAnswer = z.object({
  creators: z.array(z.object({ service: ServiceName, id: z.string(), name: Marked, post_count: z.int() })),
  posts: z.array(
    z.object({
      service: ServiceName,
      user: z.string(),
      id: z.string(),
      title: Marked,
      creator: z.string(),
      snippet: Marked,
      in_picture: InPicture,
      tags: z.optional(z.array(z.string())),
    }),
  ),
  dms: z.array(
    z.object({
      hash: z.string(),
      service: ServiceName,
      user: z.string(),
      creator: z.string(),
      snippet: Marked,
    }),
  ),
  tags: z.array(z.object({ tag: z.string(), marked: Marked, post_count: z.int() })),
  /** Messages of chat servers and communities, newest first; absent if there are none. */
  messages: z.optional(
    z.array(
      z.object({
        id: z.string(),
        service: ServiceName,
        /** Creator of the chat; the id of a chat server is that of a creator. */
        user: z.string(),
        creator: z.string(),
        channel: z.string(),
        channel_name: z.string(),
        author: z.nullable(z.string()),
        published: Iso,
        snippet: Marked,
      }),
    ),
  ),
  /** Found by the database, because the search engine does not answer: titles, tags and names only. */
  fallback: z.optional(z.literal(true)),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const searchAll = endpoint({
  method: "GET",
  path: "/v1/search",
  access: "anyone",
  topics: [
    "creators",
    "creator_tags",
    "posts",
    "dms",
    "tags",
    "discord_channels",
    "discord_messages",
    "community_channels",
    "community_messages",
  ],
  summary:
    "At most five creators, posts, DMs, tags and chat messages for a query, matched words marked. Tolerates typos.",
  query: z.object({ q: searchText(1) }),
  response: SearchAnswer,
  errors: { 503: [SEARCH_UNAVAILABLE] },
});

const UNAVAILABLE = { 503: [SEARCH_UNAVAILABLE] };
const PostQuery = { q: searchText(2), tag: tagList };

/** Extra fields of a search hit. */
export const SearchedPost = z.object({
  service: ServiceName,
  user: z.string(),
  id: z.string(),
  title: Marked,
  creator: Marked,
  /** Text around the first match, or the beginning. */
  snippet: Marked,
  in_picture: InPicture,
  /** Only matching tags. */
  tags: z.array(Marked),
});
export type SearchedPost = z.infer<typeof SearchedPost>;

export const searchPosts = endpoint({
  method: "GET",
  path: "/v1/search/posts",
  access: "anyone",
  topics: ["creators", "creator_tags", "posts", "dms", "tags"],
  summary:
    "Marked matches in the posts of a page of search results: title, creator, tags, and text or else names of files.",
  query: z.object({ ...PostQuery, o: offset() }),
  response: z.object({ posts: z.array(SearchedPost) }),
  errors: UNAVAILABLE,
});

const Counts = z.array(z.object({ value: z.string(), count: z.int() }));

/** Numbers of matching posts by value, most first; years newest first. At most FACET_VALUES each. */
export const Facets = z.object({
  service: Counts,
  has: Counts,
  ext: Counts,
  year: Counts,
  tag: Counts,
  creator: Counts,
});
export type Facets = z.infer<typeof Facets>;
export type FacetName = keyof Facets;

export const FACET_VALUES = 20;

export const searchFacets = endpoint({
  method: "GET",
  path: "/v1/search/facets",
  access: "anyone",
  topics: ["posts", "creators"],
  summary:
    "Number of results of a search with one more condition. Services, creators and years replace those of the query.",
  query: z.object(PostQuery),
  response: Facets,
  errors: UNAVAILABLE,
});

export const searchHelp = endpoint({
  method: "GET",
  path: "/v1/search/help",
  access: "anyone",
  topics: ["posts", "creators"],
  summary: "Number of results of a search without one of its words, conditions or tags; most first.",
  query: z.object(PostQuery),
  response: z.object({
    without: z.array(
      z.object({
        /** The omitted part, as written in a query. */
        text: z.string(),
        /** The remaining query. */
        q: z.string(),
        tag: z.array(z.string()),
        count: z.int(),
      }),
    ),
  }),
  errors: UNAVAILABLE,
});
