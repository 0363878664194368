import { createRoute } from "@tanstack/react-router";
import { loadPopular, toPopularSearch } from "../features/popular/public.ts";
import { rootRoute } from "./root.tsx";

export const popularRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts/popular",
  validateSearch: toPopularSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void loadPopular(context.queryClient, deps).catch(() => undefined), // the screen asks itself
}).lazy(() => import("./popular.lazy.tsx").then((file) => file.lazyPopular));
