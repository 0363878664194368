import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { Failure } from "../../../api/Failure.tsx";
import { NotFound } from "../../../ui/NotFound.tsx";
import page from "../../../ui/Page.module.css";
import { TakedownNote } from "../../moderation/takedowns/TakedownNote.tsx";
import { noteVisit } from "../../reading/history/store.ts";
import { MutedNote } from "../../reading/mutes/MuteButton.tsx";
import { profileQuery } from "../profile-api.ts";
import { CreatorHeader, CreatorHeaderSkeleton } from "./CreatorHeader.tsx";
import { CreatorTabs } from "./CreatorTabs.tsx";
import { ADDRESSES, tabOf } from "./tabs.ts";

/** `/:service/user/:id` and its subpages: header, tabs, and the current tab. */
export function CreatorPage({ params }: { params: { service: string; id: string } }) {
  const { service, id } = params;
  const { pathname } = useLocation();
  const tab = tabOf(pathname);
  const exists = isService(service) && (tab !== "fancards" || serviceInfo(service).tabs.includes(tab));
  const { data: profile, error, refetch } = useQuery({ ...profileQuery({ service, id }), enabled: exists });
  const other = profile !== undefined && isOtherName(profile, id) ? profile.id : undefined;
  const navigate = useNavigate();
  // Once per address: <Navigate> would navigate again on each render it causes.
  useEffect(() => {
    if (other === undefined) return;
    void navigate({
      to: ADDRESSES[tab ?? "posts"],
      params: { service, id: other },
      search: true,
      replace: true,
    });
  }, [navigate, service, other, tab]);
  useEffect(() => {
    if (profile === undefined) return;
    const href = `/${profile.service}/user/${encodeURIComponent(profile.id)}`;
    noteVisit({ href, kind: "creator", service: profile.service, title: profile.name });
  }, [profile]);
  if (!exists) return <NotFound />;
  if (error !== null && profile === undefined)
    return (
      <div className={page.page}>
        <Failure error={error} isPage onRetry={() => void refetch()} />
        <TakedownNote service={service} user={id} isPage />
      </div>
    );
  return (
    <div className={page.page}>
      {profile === undefined ? <CreatorHeaderSkeleton /> : <CreatorHeader profile={profile} tab={tab} />}
      {profile === undefined ? null : <MutedNote creator={profile} />}
      <CreatorTabs params={{ service, id }} profile={profile} current={tab} />
      <Outlet />
      {profile === undefined ? null : <TakedownNote service={service} user={profile.id} />}
    </div>
  );
}

/** True if the address has the public name and the canonical id differs. */
function isOtherName(profile: CreatorProfile, id: string): boolean {
  return id === profile.public_id && id !== profile.id;
}
