import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { SharesPage } from "../features/shares/SharesPage.tsx";

const route = getRouteApi("/shares");

export const lazyShares = createLazyRoute("/shares")({
  component: () => <SharesPage search={route.useSearch()} />,
});
