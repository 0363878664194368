import { queryOptions } from "@tanstack/react-query";
import { fileAddress } from "../../lib/file-address.ts";

/** Size of a stored file from its headers; null if unknown. */
export function sizeQuery(path: string) {
  return queryOptions({
    queryKey: ["file-size", path],
    queryFn: async ({ signal }) => {
      const response = await fetch(fileAddress({ name: "", path }), { method: "HEAD", signal });
      const length = response.headers.get("content-length");
      return response.ok && length !== null ? Number(length) : null;
    },
    staleTime: Number.POSITIVE_INFINITY, // the path contains the hash, so the size never changes
    retry: false,
  });
}
