import { queryOptions } from "@tanstack/react-query";
import { getDownload, listDownloads } from "#shared/contracts/downloads.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";

const POLL_MS = 1_000;
export const DOWNLOADS_KEY = [ACCOUNT_KEY, "downloads"] as const;

export function downloadsQuery() {
  return queryOptions({
    queryKey: [...DOWNLOADS_KEY, "list"],
    queryFn: (context) => accountCall(listDownloads, {}, context),
    staleTime: 0,
  });
}

/** Polled while the server processes the import. */
export function downloadQuery(id: string) {
  return queryOptions({
    queryKey: [...DOWNLOADS_KEY, "one", id],
    queryFn: (context) => accountCall(getDownload, { params: { id } }, context),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "scanning" || data?.state === "importing" ? POLL_MS : false,
  });
}
