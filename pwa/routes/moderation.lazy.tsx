import { useParams, useSearch } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { LinkRequestsPage } from "../features/browse/creator-links/LinkRequestsPage.tsx";
import { ActionsPage } from "../features/moderation/ActionsPage.tsx";
import { FlagPage } from "../features/moderation/FlagPage.tsx";
import { FlagsPage } from "../features/moderation/FlagsPage.tsx";
import { RequestsPage } from "../features/moderation/takedown-requests/RequestsPage.tsx";
import { one } from "../lib/list-search.ts";

const useRaw = (): Record<string, unknown> => useSearch({ strict: false });

function Flags() {
  const raw = useRaw();
  return <FlagsPage state={one(raw["state"])} o={one(raw["o"])} />;
}

const Flag = () => <FlagPage id={useParams({ strict: false }).flag ?? ""} />;

function Actions() {
  const raw = useRaw();
  return <ActionsPage o={one(raw["o"])} address={one(raw["address"])} />;
}

function Requests() {
  const raw = useRaw();
  return <RequestsPage state={one(raw["state"])} o={one(raw["o"])} />;
}

export const screens = {
  "/account/moderator/flags": guarded(Flags, "moderator"),
  "/account/moderator/flags/$flag": guarded(Flag, "moderator"),
  "/account/moderator/takedown_requests": guarded(Requests, "moderator"),
  "/account/moderator/actions": guarded(Actions, "moderator"),
  "/account/moderator/tasks/creator_links": guarded(LinkRequestsPage, "moderator"),
};
