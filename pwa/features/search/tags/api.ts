import { queryOptions } from "@tanstack/react-query";
import { listTags } from "#shared/contracts/post.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

/** All tags, most used first; filtered in the browser. */
export function tagsQuery() {
  return queryOptions({
    queryKey: ["tags"],
    queryFn: (context) => cachedCall(listTags, {}, context),
    staleTime: 5 * 60_000,
  });
}
