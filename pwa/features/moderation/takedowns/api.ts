import { queryOptions } from "@tanstack/react-query";
import { listRemoved } from "#shared/contracts/removed.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

/** Takedowns of a creator, oldest first. */
export function takedownsQuery({ service, id }: { service: string; id: string }) {
  return queryOptions({
    queryKey: ["takedowns", service, id],
    queryFn: (context) => cachedCall(listRemoved, { query: { service, user: id } }, context),
    select: ({ removed }) => removed,
    retry: false,
  });
}
