/** The one search box: creators, posts, DMs and tags in one request (an addition to the public API). */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { searchText } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";

/** Plain text in which MARK_START and MARK_END of `search/documents.ts` surround matched words; never HTML. */
const Marked = z.string();

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
  /** Found by the database, because the search engine does not answer. */
  basic: z.optional(z.literal(true)),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const searchAll = endpoint({
  method: "GET",
  path: "/v1/search",
  access: "anyone",
  topics: ["creators", "posts", "dms", "tags"],
  summary: "At most five creators, posts, DMs and tags for a query, typos forgiven, matched words marked.",
  query: z.object({ q: searchText(1) }),
  response: SearchAnswer,
  errors: { 503: ["Search is not available right now."] },
});
