import { queryOptions } from "@tanstack/react-query";
import { listTags } from "#shared/contracts/post.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

/** Every tag, most used first; filtered on the device. */
export function tagsQuery() {
  return queryOptions({
    queryKey: ["tags"],
    queryFn: (context) => cachedCall(listTags, {}, context),
    staleTime: 5 * 60_000,
  });
}
