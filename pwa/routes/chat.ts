import { createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/discord/server/$serverId/{-$channelId}/{-$messageId}",
  validateSearch: toListSearch,
}).lazy(() => import("./chat.lazy.tsx").then((file) => file.lazyChat));
