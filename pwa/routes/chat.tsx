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
    component: () => <ChatPage {...chatRoute.useParams()} o={chatRoute.useSearch().o} />,
  });
});
