import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { HashPage } from "../features/search/hash-search/HashPage.tsx";
import { IncomingPage } from "../features/search/share-target/ShareTargetPage.tsx";

const hashRoute = getRouteApi("/search_hash");
const sharedRoute = getRouteApi("/shared");

export const lazySearchHash = createLazyRoute("/search_hash")({
  component: () => {
    const { hash, shared, similar } = hashRoute.useSearch();
    return <HashPage hash={hash} isSimilar={similar !== undefined} isShared={shared !== undefined} />;
  },
});

export const lazyIncoming = createLazyRoute("/shared")({
  component: () => {
    const { url, text, title } = sharedRoute.useSearch();
    return <IncomingPage texts={[url, text, title].filter((one) => one !== undefined)} />;
  },
});
