import { createRoute } from "@tanstack/react-router";
import { popularQuery, toPopularSearch } from "../features/popular/public.ts";
import { rootRoute } from "./root.tsx";

export const popularRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts/popular",
  validateSearch: toPopularSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(popularQuery(deps)),
}).lazy(() => import("./popular.lazy.tsx").then((file) => file.lazyPopular));
