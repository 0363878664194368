import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getDownload, listDownloadProblems, listDownloads } from "#shared/contracts/downloads.ts";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { call } from "../../../api/call.ts";
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

/** Pages of what the preview or the import left out. */
export function problemsQuery({ id, state, problems_count: count }: DownloadImport) {
  return infiniteQueryOptions({
    queryKey: [...DOWNLOADS_KEY, "problems", id, state, count],
    queryFn: ({ pageParam, signal }) =>
      call(listDownloadProblems, { params: { id }, query: { o: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, _, offset) => (last.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE),
    staleTime: 0,
  });
}
