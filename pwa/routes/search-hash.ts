import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** Values of a parsed search string are text, numbers or undefined. */
const text = (value: unknown) =>
  value === undefined || value === null || value === "" ? undefined : String(value);

interface HashSearch {
  hash: string | undefined;
  shared: string | undefined;
  /** Also images that look like the one with the hash. */
  similar?: "1";
}

export const searchHashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/search_hash",
  validateSearch: ({ hash, shared, similar }: Record<string, unknown>): HashSearch => ({
    hash: text(hash),
    shared: text(shared),
    ...(text(similar) === undefined ? {} : { similar: "1" }),
  }),
}).lazy(() => import("./search-hash.lazy.tsx").then((file) => file.lazySearchHash));

export const incomingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/shared",
  validateSearch: (search: Record<string, unknown>) => ({
    url: text(search["url"]),
    text: text(search["text"]),
    title: text(search["title"]),
  }),
}).lazy(() => import("./search-hash.lazy.tsx").then((file) => file.lazyIncoming));
