/** Tabs of a creator's page. */
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { serviceInfoOf } from "#shared/services/index.ts";

export const TABS = [
  "posts",
  "fancards",
  "announcements",
  "tags",
  "dms",
  "shares",
  "community",
  "links",
  "recommended",
] as const;
export type Tab = (typeof TABS)[number];

/** Route of each tab. */
export const ADDRESSES = {
  posts: "/$service/user/$id",
  fancards: "/$service/user/$id/fancards",
  announcements: "/$service/user/$id/announcements",
  tags: "/$service/user/$id/tags",
  dms: "/$service/user/$id/dms",
  shares: "/$service/user/$id/shares",
  community: "/$service/user/$id/community",
  links: "/$service/user/$id/links",
  recommended: "/$service/user/$id/recommended",
} as const satisfies Record<Tab, string>;

export interface ShownTab {
  tab: Tab;
  /** Number of items, if known from the profile. */
  count?: number;
  /** Shows a checkmark: the person has other known accounts. */
  isLinked?: boolean;
}

/** @param profile undefined until it is loaded: some tabs depend on it */
export function tabsOf(service: string, profile: CreatorProfile | undefined): ShownTab[] {
  const tabs: ShownTab[] = [{ tab: "posts" }];
  for (const tab of serviceInfoOf(service)?.tabs ?? []) tabs.push({ tab });
  if (profile !== undefined && profile.dm_count > 0) tabs.push({ tab: "dms", count: profile.dm_count });
  if (profile !== undefined && profile.share_count > 0)
    tabs.push({ tab: "shares", count: profile.share_count });
  if (profile?.has_chats === true) tabs.push({ tab: "community" });
  const isLinked = profile !== undefined && profile.relation_id !== null;
  tabs.push({ tab: "links", ...(isLinked ? { isLinked } : {}) }, { tab: "recommended" });
  return tabs;
}

/** The tab an address below `/:service/user/:id` belongs to; undefined for other pages. */
export function tabOf(pathname: string): Tab | undefined {
  const [name = "", below] = pathname.split("/").slice(4);
  return name === "" || (name === "links" && below === "posts") ? "posts" : TABS.find((tab) => tab === name);
}
