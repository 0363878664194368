/** Sidebar links for accounts, which replace the visitors' links; Sidebar.module.css reserves their space. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasPendingQuery } from "../../features/chat/dm-review/api.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { accountLinks, type NavItem, VISITOR } from "./navigation.ts";

/** @param hasPending DMs are waiting for review */
function linksOf(hasPending: boolean): NavItem[] {
  return [
    { to: "/account/keys", label: "importer.keys.title", icon: "tag" },
    { to: "/account/favorites/artists", label: "account.favorites", icon: "star" },
    { to: "/account/review_dms", label: "dmReview.title", icon: hasPending ? "warning" : "posts" },
    { to: "/authentication/logout", label: "account.logout", icon: "enter" },
  ];
}

/** Set by the deferred parts: every page is first rendered as for a visitor. */
export function useAccountLinks(): void {
  const hasAccount = useLoggedIn();
  const { data } = useQuery({ ...hasPendingQuery(), enabled: hasAccount });
  const hasPending = hasAccount && data === true;
  useEffect(() => {
    accountLinks.set(hasAccount ? linksOf(hasPending) : VISITOR);
    document.documentElement.toggleAttribute("data-dms-waiting", hasPending);
  }, [hasAccount, hasPending]);
}
