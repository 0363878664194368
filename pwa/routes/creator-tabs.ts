/**
 * Tabs of a creator other than posts. They load their own data, so that their contracts stay out of the initial bundle.
 */
import { createRoute } from "@tanstack/react-router";
import { type ListSearch, one, toListSearch } from "../lib/list-search.ts";
import { creatorRoute } from "./creator.ts";
import type { tabs } from "./creator-tabs.lazy.tsx";

/** Search parameters of all tabs; each reads its own. */
interface Search extends Pick<ListSearch, "q" | "tag" | "o"> {
  after?: string | undefined;
}

const getParentRoute = () => creatorRoute;
const validateSearch = (raw: Record<string, unknown>): Search => {
  const { q, tag, o } = toListSearch(raw);
  return { after: one(raw.after), q, tag, o };
};

const tab = <const P extends keyof typeof tabs>(path: P) =>
  createRoute({ getParentRoute, path, validateSearch }).lazy(
    async () => (await import("./creator-tabs.lazy.tsx")).tabs[path],
  );

export const creatorTabRoutes = [
  tab("/fancards"),
  tab("/announcements"),
  tab("/tags"),
  tab("/dms"),
  tab("/shares"),
  tab("/links"),
  tab("/links/new"),
  tab("/links/posts"),
  tab("/recommended"),
] as const;
