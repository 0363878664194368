import { queryOptions } from "@tanstack/react-query";
import { searchHash } from "#shared/contracts/files.ts";
import { call } from "../../api/call.ts";

/** Where a file is used, by its SHA-256; the file itself is not sent. 404 is an HttpError. */
export function hashQuery(hash: string) {
  return queryOptions({
    queryKey: ["search-hash", hash],
    queryFn: ({ signal }) => call(searchHash, { params: { hash }, signal }),
  });
}
