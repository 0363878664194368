import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ChannelPage } from "../features/community/ChannelPage.tsx";
import { CommunityPage } from "../features/community/CommunityPage.tsx";

const list = getRouteApi("/$service/user/$id/community");
const channel = getRouteApi("/$service/user/$id/community/$channelId");

export const lazyCommunity = createLazyRoute("/$service/user/$id/community")({
  component: () => <CommunityPage {...list.useParams()} />,
});
export const lazyCommunityChannel = createLazyRoute("/$service/user/$id/community/$channelId")({
  component: () => <ChannelPage {...channel.useParams()} o={channel.useSearch().o} />,
});
