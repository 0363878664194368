import { queryOptions } from "@tanstack/react-query";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

/** Whether the archive has anything, and whether that is the sample. */
export function archiveQuery() {
  return queryOptions({
    queryKey: ["archive"],
    queryFn: (context) => cachedCall(getArchiveState, {}, context),
  });
}
