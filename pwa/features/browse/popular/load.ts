import type { QueryClient } from "@tanstack/react-query";
import type { PopularSearch } from "./search.ts";

/** Asks before the screen stands; apart from it, as few visits begin here. */
export async function loadPopular(queries: QueryClient, search: PopularSearch): Promise<void> {
  const { popularQuery } = await import("./api.ts");
  await queries.prefetchQuery(popularQuery(search));
}
