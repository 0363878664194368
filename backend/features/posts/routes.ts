import { CREATOR_NOT_FOUND } from "#shared/contracts/creators.ts";
import * as contract from "#shared/contracts/posts.ts";
import type { PostHit, PostListItem } from "#shared/entities/post.ts";
import { MAX_REACHABLE, PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import { findPosts, type PostSearch } from "../../search/posts.ts";
import { envelope } from "./envelope.ts";
import * as list from "./list-queries.ts";
import { popularRoutes } from "./popular-routes.ts";
import * as query from "./post-queries.ts";

export const postRoutes: Mounted[] = [
  mount(contract.listPosts, async ({ sql, search, query: { o, q, tag } }) => {
    if (q !== undefined || tag.length > 0) {
      const { total, posts } = await searchPosts(
        { sql, search },
        { q, tags: tag, offset: o, newest: "added" },
      );
      return { count: total, true_count: total, posts };
    }
    // Both at once, on two connections; past what can be reached there is nothing to read.
    const [total, posts] = await Promise.all([
      list.countPosts(sql),
      o > MAX_REACHABLE ? [] : list.latestPosts(sql, { offset: o, limit: PAGE_SIZE }),
    ]);
    const count = Math.min(total, MAX_REACHABLE);
    refusePastEnd(o, count);
    return { count, true_count: total, posts };
  }),
  mount(contract.listCreatorPosts, async ({ sql, search, params: { service, id }, query: { o, q, tag } }) => {
    const counting = list.countCreatorPosts(sql, service, id);
    if (q !== undefined || tag.length > 0) {
      if ((await counting) === undefined) throw notFound(CREATOR_NOT_FOUND);
      const wanted = { q, tags: tag, offset: o, service, user: id, newest: "published" } as const;
      return (await searchPosts({ sql, search }, wanted)).posts;
    }
    const reading = list.creatorPosts(sql, { service, user: id, offset: o, limit: PAGE_SIZE });
    const [total, posts] = await Promise.all([counting, reading]);
    if (total === undefined) throw notFound(CREATOR_NOT_FOUND);
    refusePastEnd(o, total);
    return posts;
  }),
  ...popularRoutes,
  mount(contract.getRandomPost, async ({ sql }) => {
    const share = randomShare(await list.countPosts(sql));
    return (await query.randomPost(sql, share)) ?? (await query.randomPost(sql, 100)) ?? missing();
  }),
  mount(contract.listTags, ({ sql }) => list.tagCounts(sql)),
  mount(contract.getPost, async ({ sql, params, fileServer }) => {
    const { post, revisions } = (await query.postPage(sql, params)) ?? missing();
    return envelope(post, post, revisions, fileServer);
  }),
  mount(contract.getRevision, async ({ sql, params, fileServer }) => {
    const { post, revisions } = (await query.postPage(sql, params)) ?? missing();
    const shown = revisions.find((revision) => String(revision.revision_id) === params.revision) ?? missing();
    return envelope(shown, post, revisions, fileServer);
  }),
  mount(contract.listRevisions, async ({ sql, params }) => {
    const found = await query.postPage(sql, params);
    return found === undefined || found.revisions.length === 0 ? missing() : found.revisions;
  }),
  mount(contract.listComments, async ({ sql, params }) => {
    const found = await query.comments(sql, params);
    return found.length === 0 ? missing() : found;
  }),
  mount(contract.resolvePost, async ({ sql, params }) => {
    return (await query.resolvePost(sql, params.service, params.post)) ?? missing();
  }),
];

async function searchPosts(
  { sql, search }: Pick<Services, "search"> & { sql: Db },
  wanted: PostSearch,
): Promise<{ total: number; posts: (PostHit | PostListItem)[] }> {
  if (wanted.offset > MAX_REACHABLE) refusePastEnd(wanted.offset, MAX_REACHABLE);
  const { services, ids, total } = await findPosts(search, wanted);
  refusePastEnd(wanted.offset, total);
  return { total, posts: await list.postsByKey(sql, services, ids) };
}

function refusePastEnd(offset: number, total: number): void {
  const problem = pastEndProblem(offset, total);
  if (problem !== undefined) throw badInput(problem);
}

/** Percent of the table to sample for a random post: about two thousand posts, everything where there are fewer. */
function randomShare(posts: number): number {
  return posts <= 2_000 ? 100 : (2_000 / posts) * 100;
}

function missing(): never {
  throw notFound();
}
