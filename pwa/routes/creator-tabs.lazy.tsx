import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { LinkTools } from "../features/browse/creator-links/LinkTools.tsx";
import { NewLinkPage } from "../features/browse/creator-links/NewLinkPage.tsx";
import { Announcements } from "../features/browse/creators/Announcements.tsx";
import { CreatorDms } from "../features/browse/creators/CreatorDms.tsx";
import { CreatorLinks } from "../features/browse/creators/CreatorLinks.tsx";
import { CreatorShares } from "../features/browse/creators/CreatorShares.tsx";
import { CreatorTags } from "../features/browse/creators/CreatorTags.tsx";
import { Fancards } from "../features/browse/creators/Fancards.tsx";
import { LinkedPosts } from "../features/browse/creators/LinkedPosts.tsx";
import { Recommended } from "../features/browse/creators/Recommended.tsx";
import { UploadLink } from "../features/uploads/UploadLink.tsx";

const { useParams } = getRouteApi("/$service/user/$id");
const { useSearch: useLinkedPostsSearch } = getRouteApi("/$service/user/$id/links/posts");
const { useSearch: useSharesSearch } = getRouteApi("/$service/user/$id/shares");

/** Tabs by path below the creator's. */
export const tabs = {
  "/fancards": createLazyRoute("/$service/user/$id/fancards")({
    component: () => <Fancards params={useParams()} />,
  }),
  "/announcements": createLazyRoute("/$service/user/$id/announcements")({
    component: () => <Announcements params={useParams()} />,
  }),
  "/tags": createLazyRoute("/$service/user/$id/tags")({
    component: () => <CreatorTags params={useParams()} />,
  }),
  "/dms": createLazyRoute("/$service/user/$id/dms")({
    component: () => <CreatorDms params={useParams()} />,
  }),
  "/shares": createLazyRoute("/$service/user/$id/shares")({
    component: () => {
      const params = useParams();
      return (
        <>
          <CreatorShares params={params} o={useSharesSearch().o} />
          <UploadLink params={params} />
        </>
      );
    },
  }),
  "/links": createLazyRoute("/$service/user/$id/links")({
    component: () => {
      const params = useParams();
      return (
        <>
          <CreatorLinks params={params} />
          <LinkTools params={params} />
        </>
      );
    },
  }),
  "/links/new": createLazyRoute("/$service/user/$id/links/new")({
    component: guarded(() => <NewLinkPage params={useParams()} />),
  }),
  "/links/posts": createLazyRoute("/$service/user/$id/links/posts")({
    component: () => {
      const { after, ...search } = useLinkedPostsSearch();
      return <LinkedPosts params={useParams()} after={after} search={search} />;
    },
  }),
  "/recommended": createLazyRoute("/$service/user/$id/recommended")({
    component: () => <Recommended params={useParams()} />,
  }),
} as const;
