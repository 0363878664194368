/** The community tab of a creator and its channels. */
import { createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { creatorRoute } from "./creator.ts";

const lazy = () => import("./community.lazy.tsx");
const getParentRoute = () => creatorRoute;

const communityRoute = createRoute({ getParentRoute, path: "/community", validateSearch: toListSearch }).lazy(
  async () => (await lazy()).lazyCommunity,
);
const communityChannelRoute = createRoute({
  getParentRoute,
  path: "/community/$channelId/{-$messageId}",
  validateSearch: toListSearch,
}).lazy(async () => (await lazy()).lazyCommunityChannel);

export const communityRoutes = [communityRoute, communityChannelRoute] as const;
