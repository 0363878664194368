import { queryOptions } from "@tanstack/react-query";
import { getFile } from "#shared/contracts/files.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

/** Bytes of a stored file. */
export function sizeQuery(hash: string) {
  return queryOptions({
    queryKey: ["file-size", hash],
    queryFn: (context) => cachedCall(getFile, { params: { hash } }, context),
    select: ({ file }) => file.size,
    staleTime: Number.POSITIVE_INFINITY, // the hash names these very bytes
    retry: false,
  });
}
