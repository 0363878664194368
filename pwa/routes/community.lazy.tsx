import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ChannelPage } from "../features/chat/community/ChannelPage.tsx";
import { CommunityPage } from "../features/chat/community/CommunityPage.tsx";

const LIST = "/$service/user/$id/community";
const CHANNEL = "/$service/user/$id/community/$channelId/{-$messageId}";
const list = getRouteApi(LIST);
const channel = getRouteApi(CHANNEL);

export const lazyCommunity = createLazyRoute(LIST)({
  component: () => {
    const { o, q } = list.useSearch();
    return <CommunityPage {...list.useParams()} o={o} q={q} />;
  },
});
export const lazyCommunityChannel = createLazyRoute(CHANNEL)({
  component: () => {
    const { o, q } = channel.useSearch();
    return <ChannelPage {...channel.useParams()} o={o} q={q} />;
  },
});
