import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ChatPage } from "../features/chat/ChatPage.tsx";

const route = getRouteApi("/discord/server/$serverId/{-$channelId}/{-$messageId}");

export const lazyChat = createLazyRoute("/discord/server/$serverId/{-$channelId}/{-$messageId}")({
  component: () => <ChatPage {...route.useParams()} o={route.useSearch().o} />,
});
