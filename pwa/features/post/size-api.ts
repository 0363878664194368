import { queryOptions } from "@tanstack/react-query";
import { fileAddress } from "../../lib/file-address.ts";

/** Bytes of a stored file, as its headers say; null where they do not. */
export function sizeQuery(path: string) {
  return queryOptions({
    queryKey: ["file-size", path],
    queryFn: async ({ signal }) => {
      const response = await fetch(fileAddress({ name: "", path }), { method: "HEAD", signal });
      const length = response.headers.get("content-length");
      return response.ok && length !== null ? Number(length) : null;
    },
    staleTime: Number.POSITIVE_INFINITY, // the path holds the hash of these very bytes
    retry: false,
  });
}
