import type { SearchAnswer } from "#shared/contracts/search.ts";
import type { OfflineResults } from "../../offline/search/worker-api.ts";

/** Converts offline results to the format of the search box. */
export function answerOf({ posts }: OfflineResults): SearchAnswer {
  return {
    creators: [],
    posts: posts.map(({ item, creator, title, snippet, inImage }) => ({
      service: item.service,
      user: item.user,
      id: item.id,
      title,
      creator,
      snippet,
      ...(inImage && { in_picture: true as const }),
      tags: item.tags ?? [],
    })),
    dms: [],
    tags: [],
  };
}
