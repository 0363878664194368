import * as contract from "#shared/contracts/favorites.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { INVALID_SORT, UNKNOWN_SORT } from "#shared/rules/favorites.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import {
  type CreatorFavoriteSort,
  DEFAULT_FAVORITE_SORT,
  FAVORITE_SORTS,
  type PostFavoriteSort,
} from "#shared/rules/sort-orders.ts";
import { addFavoriteCreators, addFavoritePosts } from "../../accounts/add-favorites.ts";
import type { Tx } from "../../db/client.ts";
import { countFavorite, type FavoriteTarget } from "../../db/favorite-counts.ts";
import { VISIBILITY_LAG_MS } from "../../db/visibility-lag.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import * as queries from "./queries.ts";

export const favoriteRoutes: Mounted[] = [
  mount(contract.listFavorites, async ({ sql, principal, query: { type, sort_by, order } }) => {
    if (type === "post") return await queries.favoritePosts(sql, principal.id, byPost(sort_by, order));
    return await queries.favoriteCreators(sql, principal.id, byCreator(sort_by, order));
  }),
  mount(contract.pageFavoriteCreators, async ({ sql, principal: { id }, query: { o, sort_by, order } }) => {
    const count = await queries.countFavoriteCreators(sql, id);
    checkOffset(o, count);
    const profiles = await queries.favoriteCreators(sql, id, byCreator(sort_by, order), pageFrom(o));
    return { count, profiles };
  }),
  mount(contract.pageFavoritePosts, async ({ sql, principal: { id }, query: { o, sort_by, order } }) => {
    const found = await queries.pageOfFavoritePosts(sql, id, byPost(sort_by, order), pageFrom(o));
    checkOffset(o, found.count);
    return found;
  }),
  mount(contract.listNewPosts, async ({ sql, principal: { id }, query: { o, since } }) => {
    const at = new Date(Date.now() - VISIBILITY_LAG_MS).toISOString().slice(0, 19);
    const from = parseIso(since);
    const creators = await queries.creatorsWithNews(sql, id, from);
    const count = creators.reduce((sum, one) => sum + one.count, 0);
    checkOffset(o, count);
    return { count, at, creators, posts: await queries.pageOfNewPosts(sql, id, from, pageFrom(o)) };
  }),
  mount(contract.addFavoriteCreator, async ({ sql, principal, params }) => {
    const change = await queries.addFavoriteCreator(sql, principal.id, params);
    return await added(sql, change, { entity: "creator", ...params });
  }),
  mount(contract.addFavoritePost, async ({ sql, principal, params }) => {
    const change = await queries.addFavoritePost(sql, principal.id, params);
    return await added(sql, change, { entity: "post", service: params.service, id: params.post });
  }),
  mount(contract.removeFavoriteCreator, async ({ sql, principal, params }) => {
    const removed = await queries.removeFavoriteCreator(sql, principal.id, params);
    if (removed) await countFavorite(sql, { entity: "creator", ...params }, -1);
    return "" as const;
  }),
  mount(contract.removeFavoritePost, async ({ sql, principal, params }) => {
    const removed = await queries.removeFavoritePost(sql, principal.id, params);
    if (removed) await countFavorite(sql, { entity: "post", service: params.service, id: params.post }, -1);
    return "" as const;
  }),
  mount(contract.lookUpFavorites, async ({ sql, body: { artists, posts } }) => ({
    artists: await queries.creatorsByKey(sql, artists),
    posts: await queries.postsByKey(sql, posts),
  })),
  mount(contract.importFavorites, async ({ sql, principal, body: { artists, posts } }) => {
    const creators = await addFavoriteCreators(sql, principal.id, artists);
    const whole = await addFavoritePosts(sql, principal.id, posts);
    const [found, all] = [creators.found + whole.found, distinct(artists) + distinct(posts)];
    const count = creators.added + whole.added;
    return { added: count, known: found - count, missing: all - found };
  }),
];

async function added(tx: Tx, { found, changed }: queries.Change, target: FavoriteTarget): Promise<""> {
  if (!found) throw notFound();
  if (changed) await countFavorite(tx, target, 1);
  return "";
}

/** The combined list accepts sorts of both kinds; a sort of the other kind is an error. */
function byCreator(
  sort: CreatorFavoriteSort | PostFavoriteSort = DEFAULT_FAVORITE_SORT.creator,
  order: "asc" | "desc" = "desc",
): queries.Sorting<CreatorFavoriteSort> {
  const known = FAVORITE_SORTS.creator.find((one) => one === sort);
  if (known === undefined) throw badInput(UNKNOWN_SORT);
  return { sort: known, order };
}

function byPost(
  sort: CreatorFavoriteSort | PostFavoriteSort = DEFAULT_FAVORITE_SORT.post,
  order: "asc" | "desc" = "desc",
): queries.Sorting<PostFavoriteSort> {
  const known = FAVORITE_SORTS.post.find((one) => one === sort);
  if (known === undefined) throw badInput(INVALID_SORT);
  return { sort: known, order };
}

const pageFrom = (offset: number): queries.Page => ({ offset, limit: PAGE_SIZE });

function checkOffset(offset: number, count: number): void {
  const problem = pastEndProblem(offset, count);
  if (problem !== undefined) throw badInput(problem);
}

function distinct(keys: { service: string; id: string }[]): number {
  return new Set(keys.map(({ service, id }) => JSON.stringify([service, id]))).size;
}
