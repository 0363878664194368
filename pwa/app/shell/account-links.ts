/** Sidebar links for accounts, which replace the visitors' links; Sidebar.module.css reserves their space. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Tasks } from "#shared/contracts/tasks.ts";
import { tasksQuery } from "../../features/account/tasks.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { accountLinks, hasQueues, type NavItem, queueLinks, VISITOR } from "./navigation.ts";

/** @param hasPending DMs are waiting for review */
function linksOf(hasPending: boolean): NavItem[] {
  return [
    { to: "/account/keys", label: "importer.keys.title", icon: "tag" },
    { to: "/account/favorites/artists", label: "account.favorites", icon: "star" },
    { to: "/account/review_dms", label: "dmReview.title", icon: hasPending ? "warning" : "posts" },
    { to: "/authentication/logout", label: "account.logout", icon: "enter" },
  ];
}

/** Queues of moderators, with the numbers of waiting items; none for others. */
export function queuesOf(tasks: Tasks | undefined): NavItem[] {
  if (tasks === undefined || tasks.moderation === null) return [];
  const { flags, creator_links: links, takedown_requests: requests, uploads } = tasks.moderation;
  return [
    { to: "/account/moderator/flags", label: "moderation.flags", icon: "warning", count: flags },
    {
      to: "/account/moderator/tasks/creator_links",
      label: "creatorLinks.requests",
      icon: "creators",
      count: links,
    },
    {
      to: "/account/moderator/takedown_requests",
      label: "takedownRequests.list",
      icon: "message",
      count: requests,
    },
    { to: "/account/moderator/tasks/uploads", label: "uploads.waiting", icon: "files", count: uploads },
  ];
}

/** Set by the deferred parts: every page is first rendered as for a visitor. */
export function useAccountLinks(): void {
  const hasAccount = useLoggedIn();
  const { data } = useQuery({ ...tasksQuery(), enabled: hasAccount });
  const tasks = hasAccount ? data : undefined;
  const hasPending = tasks !== undefined && tasks.dms > 0;
  useEffect(() => {
    accountLinks.set(hasAccount ? linksOf(hasPending) : VISITOR);
    document.documentElement.toggleAttribute("data-dms-waiting", hasPending);
  }, [hasAccount, hasPending]);
  useEffect(() => {
    const queues = queuesOf(tasks);
    queueLinks.set(queues);
    if (tasks !== undefined || !hasAccount) hasQueues.set(queues.length > 0 ? "yes" : undefined);
  }, [hasAccount, tasks]);
}
