import { queryOptions } from "@tanstack/react-query";
import { listTags } from "#shared/contracts/posts.ts";
import { call } from "../../api/call.ts";

/** Every tag, most used first; filtered on the device. */
export function tagsQuery() {
  return queryOptions({
    queryKey: ["tags"],
    queryFn: ({ signal }) => call(listTags, { signal }),
    staleTime: 5 * 60_000,
  });
}
