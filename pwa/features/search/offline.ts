import type { SearchAnswer } from "#shared/contracts/search.ts";
import type { OfflineResults } from "../../offline/search/worker-api.ts";

/** The device's posts as the box shows those of the archive. */
export function answerOf({ posts }: OfflineResults): SearchAnswer {
  return {
    creators: [],
    posts: posts.map(({ item, creator, title, snippet }) => ({
      service: item.service,
      user: item.user,
      id: item.id,
      title,
      creator,
      snippet,
      tags: item.tags ?? [],
    })),
    dms: [],
    tags: [],
  };
}
