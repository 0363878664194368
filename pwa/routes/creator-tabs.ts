/** The tabs of a creator besides the posts; they fetch by themselves, so that their contracts stay out of the first load. */
import { createRoute } from "@tanstack/react-router";
import { one } from "../lib/list-search.ts";
import { creatorRoute } from "./creator.ts";

const getParentRoute = () => creatorRoute;
const lazy = () => import("./creator-tabs.lazy.tsx");

/** Of any of them; each reads its own. */
interface Search {
  after?: string | undefined;
  o?: string | undefined;
}
const validateSearch = ({ after, o }: Record<string, unknown>): Search => ({ after: one(after), o: one(o) });

const tab = <const P extends string>(path: P, name: keyof Awaited<ReturnType<typeof lazy>>) =>
  createRoute({ getParentRoute, path, validateSearch }).lazy(async () => (await lazy())[name]);

export const creatorTabRoutes = [
  tab("/fancards", "fancards"),
  tab("/announcements", "announcements"),
  tab("/tags", "tags"),
  tab("/dms", "dms"),
  tab("/shares", "shares"),
  tab("/links", "links"),
  tab("/links/new", "newLink"),
  tab("/links/posts", "linkedPosts"),
  tab("/recommended", "recommended"),
] as const;
