import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { LinkTools } from "../features/creator-links/LinkTools.tsx";
import { NewLinkPage } from "../features/creator-links/NewLinkPage.tsx";
import { Announcements } from "../features/creators/Announcements.tsx";
import { CreatorDms } from "../features/creators/CreatorDms.tsx";
import { CreatorLinks } from "../features/creators/CreatorLinks.tsx";
import { CreatorShares } from "../features/creators/CreatorShares.tsx";
import { CreatorTags } from "../features/creators/CreatorTags.tsx";
import { Fancards } from "../features/creators/Fancards.tsx";
import { Recommended } from "../features/creators/Recommended.tsx";
import { UploadLink } from "../features/uploads/UploadLink.tsx";

const { useParams } = getRouteApi("/$service/user/$id");
const { useSearch: useSharesSearch } = getRouteApi("/$service/user/$id/shares");

export const fancards = createLazyRoute("/$service/user/$id/fancards")({
  component: () => <Fancards params={useParams()} />,
});
export const announcements = createLazyRoute("/$service/user/$id/announcements")({
  component: () => <Announcements params={useParams()} />,
});
export const tags = createLazyRoute("/$service/user/$id/tags")({
  component: () => <CreatorTags params={useParams()} />,
});
export const dms = createLazyRoute("/$service/user/$id/dms")({
  component: () => <CreatorDms params={useParams()} />,
});
export const shares = createLazyRoute("/$service/user/$id/shares")({
  component: () => {
    const params = useParams();
    return (
      <>
        <CreatorShares params={params} o={useSharesSearch().o} />
        <UploadLink params={params} />
      </>
    );
  },
});
export const links = createLazyRoute("/$service/user/$id/links")({
  component: () => {
    const params = useParams();
    return (
      <>
        <CreatorLinks params={params} />
        <LinkTools params={params} />
      </>
    );
  },
});
export const newLink = createLazyRoute("/$service/user/$id/links/new")({
  component: guarded(() => <NewLinkPage params={useParams()} />),
});
export const recommended = createLazyRoute("/$service/user/$id/recommended")({
  component: () => <Recommended params={useParams()} />,
});
