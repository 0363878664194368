/** Lists of posts: all, a creator's (by date or by search), and those of linked creators. */

import { listLinkedPosts } from "#shared/contracts/creator-links.ts";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import { MAX_REACHABLE, pastEndProblem } from "#shared/rules/paging.ts";
import {
  DEFAULT_POST_ORDER,
  POST_ORDERS,
  type PostOrder,
  type SearchSort,
} from "#shared/rules/sort-orders.ts";
import { VersionedCache } from "../../http/cache.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import type { Search } from "../../search/client.ts";
import { fallbackPosts, withFallback } from "../../search/fallback.ts";
import { type FoundPosts, findPosts, type PostSearch } from "../../search/posts.ts";
import { readQuery } from "../../search/read-query.ts";
import { withCardDetails } from "./card-details.ts";
import { HitTexts } from "./hit-texts.ts";
import { KeysetCursors, MOVED_BY } from "./keyset.ts";
import { linkedPosts } from "./linked-queries.ts";
import * as list from "./list-queries.ts";
import { sortedCreatorPosts, sortedPosts } from "./sorted-queries.ts";

/** Call once per server, because the caches belong to its database. */
export function postListRoutes(): Mounted[] {
  const cursors = new KeysetCursors();
  const hits = new HitTexts();
  const total = new VersionedCache<number>(MOVED_BY, { max: 1 });
  const totals = new VersionedCache<number | undefined>(MOVED_BY, { max: 2_000 }); // of creators
  return [
    mount(listPosts, async ({ sql, pool, signal, changes, search, query }) => {
      const { o, q, tag, sort_by: by = DEFAULT_POST_ORDER.all, with: extra } = query;
      if (q !== undefined || tag.length > 0) {
        const wanted = {
          query: await readQuery(sql, q ?? ""),
          tags: tag,
          offset: o,
          defaultOrder: searchOrder(query, DEFAULT_POST_ORDER.all),
        };
        const { services, ids, total, exact, fallback } = await searchPosts(search, wanted, () =>
          fallbackPosts(pool, wanted, signal),
        );
        const head = {
          count: total,
          true_count: total,
          ...(exact !== undefined && { exact }),
          ...(fallback && { fallback }),
        };
        const before = `${JSON.stringify(head).slice(0, -1)},"posts":`;
        return hits.read({ sql, changes }, { services, ids }, extra, { before, after: "}" });
      }
      const withTags = extra !== undefined;
      const read = () =>
        by === DEFAULT_POST_ORDER.all
          ? cursors.read({ pool, changes }, "", o, list.latestCursors, (start) =>
              list.latestPosts(sql, o, start, withTags),
            )
          : sortedPosts(sql, { by, offset: o, withTags });
      // Both at once on two connections; beyond the reachable offset nothing is read.
      const [whole, posts] = await Promise.all([
        total.get(changes, "", () => list.countPosts(sql)),
        o > MAX_REACHABLE ? [] : read(),
      ]);
      const count = Math.min(whole, MAX_REACHABLE);
      refusePastEnd(o, count);
      return { count, true_count: whole, posts: await withCardDetails(sql, extra, posts) };
    }),
    mount(listCreatorPosts, async ({ sql, pool, signal, changes, search, params, query }) => {
      const { o, q, tag, sort_by: by = DEFAULT_POST_ORDER.creator, with: extra } = query;
      const key = { service: params.service, user: params.id };
      const name = JSON.stringify(key);
      const counting = totals.get(changes, name, () =>
        list.countCreatorPosts(sql, params.service, params.id),
      );
      if (q !== undefined || tag.length > 0) {
        if ((await counting) === undefined) throw notFound(CREATOR_NOT_FOUND);
        const wanted = {
          query: await readQuery(sql, q ?? ""),
          tags: tag,
          offset: o,
          ...key,
          defaultOrder: searchOrder(query, DEFAULT_POST_ORDER.creator),
        };
        const found = await searchPosts(search, wanted, () => fallbackPosts(pool, wanted, signal));
        return hits.read({ sql, changes }, found, extra);
      }
      const withTags = extra !== undefined;
      const reading =
        by === DEFAULT_POST_ORDER.creator
          ? cursors.read(
              { pool, changes },
              name,
              o,
              (idle) => list.creatorCursors(idle, key),
              (start) => list.creatorPosts(sql, key, o, start, withTags),
            )
          : sortedCreatorPosts(sql, key, { by, offset: o, withTags });
      const [total, posts] = await Promise.all([counting, reading]);
      if (total === undefined) throw notFound(CREATOR_NOT_FOUND);
      refusePastEnd(o, total);
      return await withCardDetails(sql, extra, posts);
    }),
    mount(listLinkedPosts, async ({ sql, params, query }) => {
      const page = await linkedPosts(sql, params, query.after);
      if (page === undefined) throw notFound(CREATOR_NOT_FOUND);
      const { posts, next } = page;
      return { posts, next };
    }),
  ];
}

interface ListQuery {
  q: string | undefined;
  sort_by?: PostOrder | undefined;
}

/** Order of the posts that a search finds. @throws HttpError 400 for one that it lacks */
function searchOrder({ q, sort_by }: ListQuery, defaultOrder: PostOrder): SearchSort {
  if (sort_by !== undefined && q !== undefined)
    throw badInput("Posts found by words are sorted by relevance.");
  const { search } = POST_ORDERS[sort_by ?? defaultOrder];
  if (search === null) throw badInput(`Posts with a tag cannot be sorted by ${sort_by}.`);
  return search;
}

/** @param fallback searches the database if the engine does not answer */
async function searchPosts(
  search: Search,
  wanted: PostSearch,
  fallback: () => Promise<FoundPosts>,
): Promise<FoundPosts & { fallback?: true }> {
  if (wanted.offset > MAX_REACHABLE) refusePastEnd(wanted.offset, MAX_REACHABLE);
  const found = await withFallback(() => findPosts(search, wanted, { hasFallback: true }), fallback);
  refusePastEnd(wanted.offset, found.total);
  return found;
}

function refusePastEnd(offset: number, total: number): void {
  const problem = pastEndProblem(offset, total);
  if (problem !== undefined) throw badInput(problem);
}
