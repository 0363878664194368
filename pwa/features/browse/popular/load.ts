import type { QueryClient } from "@tanstack/react-query";
import type { PopularSearch } from "./search.ts";

/** Loader of the route; a separate module, as few visits start on this page. */
export async function loadPopular(queries: QueryClient, search: PopularSearch): Promise<void> {
  const { popularQuery } = await import("./api.ts");
  await queries.prefetchQuery(popularQuery(search));
}
