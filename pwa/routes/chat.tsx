import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/discord/server/$serverId/{-$channelId}/{-$messageId}",
  validateSearch: toListSearch,
}).lazy(async () => {
  const { ChatPage } = await import("../features/chat/ChatPage.tsx");
  return createLazyRoute("/discord/server/$serverId/{-$channelId}/{-$messageId}")({
    component: () => {
      const { o, q } = chatRoute.useSearch();
      return <ChatPage {...chatRoute.useParams()} o={o} q={q} />;
    },
  });
});
