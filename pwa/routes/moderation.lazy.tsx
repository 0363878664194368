import { createLazyRoute } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { LinkRequestsPage } from "../features/browse/creator-links/LinkRequestsPage.tsx";
import { ActionsPage } from "../features/moderation/ActionsPage.tsx";
import { FlagPage } from "../features/moderation/FlagPage.tsx";
import { FlagsPage } from "../features/moderation/FlagsPage.tsx";
import { RequestsPage } from "../features/moderation/takedown-requests/RequestsPage.tsx";

export const actions = createLazyRoute("/account/moderator/actions")({
  component: guarded(() => <ActionsPage {...actions.useSearch()} />, "moderator"),
});
export const flags = createLazyRoute("/account/moderator/flags")({
  component: guarded(() => <FlagsPage {...flags.useSearch()} />, "moderator"),
});
export const flag = createLazyRoute("/account/moderator/flags/$flag")({
  component: guarded(() => <FlagPage id={flag.useParams().flag} />, "moderator"),
});
export const takedownRequests = createLazyRoute("/account/moderator/takedown_requests")({
  component: guarded(() => <RequestsPage {...takedownRequests.useSearch()} />, "moderator"),
});
export const creatorLinks = createLazyRoute("/account/moderator/tasks/creator_links")({
  component: guarded(LinkRequestsPage, "moderator"),
});
