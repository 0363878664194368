import { queryOptions } from "@tanstack/react-query";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

/** Checks if the archive is empty, or holds only sample data. */
export function archiveQuery() {
  return queryOptions({
    queryKey: ["archive"],
    queryFn: (context) => cachedCall(getArchiveState, {}, context),
  });
}
