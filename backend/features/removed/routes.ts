import { listRemoved, listVisibleCreators, listVisiblePosts } from "#shared/contracts/removed.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { removedAfter, visibleCreators, visiblePosts } from "./queries.ts";

export const removedRoutes: Mounted[] = [
  mount(listRemoved, ({ sql, query }) => removedAfter(sql, query)),
  mount(listVisibleCreators, ({ sql, body }) => visibleCreators(sql, body.creators)),
  mount(listVisiblePosts, ({ sql, body }) => visiblePosts(sql, body.posts)),
];
