import * as contract from "#shared/contracts/post.ts";
import type { PageRevision } from "#shared/entities/post.ts";
import { insertJson } from "../../http/answer-forms.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { noneFound, notFound } from "../../http/errors.ts";
import { envelope, listed } from "./envelope.ts";
import * as list from "./list-queries.ts";
import { popularRoutes } from "./popular-routes.ts";
import * as query from "./post-queries.ts";

export const postRoutes: Mounted[] = [
  ...popularRoutes,
  mount(contract.getRandomPost, async ({ sql }) => {
    const share = randomShare(await list.countPosts(sql));
    return (await query.randomPost(sql, share)) ?? (await query.randomPost(sql, 100)) ?? missing();
  }),
  mount(contract.listTags, ({ sql }) => list.tagCounts(sql)),
  mount(contract.getPost, async ({ sql, params, fileServer }) => {
    const page = (await query.postPage(sql, params)) ?? missing();
    return insertJson(envelope(page.post, page, fileServer), page.contents);
  }),
  mount(contract.getRevision, async ({ sql, params, fileServer }) => {
    const page = (await query.postPage(sql, params)) ?? missing();
    const isWanted = (revision: PageRevision) => String(revision.revision_id) === params.revision;
    const shown = page.revisions.find(isWanted) ?? missing();
    return insertJson(envelope(shown, page, fileServer), page.contents);
  }),
  mount(contract.listRevisions, async ({ sql, params }) => {
    const found = await query.postPage(sql, params);
    if (found === undefined || found.revisions.length === 0) throw noneFound();
    return insertJson(found.revisions.map(listed), found.contents);
  }),
  mount(contract.listComments, async ({ sql, params }) => {
    const found = await query.comments(sql, params);
    if (found.length === 0) throw noneFound();
    return found;
  }),
  mount(contract.resolvePost, async ({ sql, params }) => {
    return (await query.resolvePost(sql, params.service, params.post)) ?? missing();
  }),
];

/** Percentage of the table to sample for a random post: about two thousand posts, or all if there are fewer. */
function randomShare(posts: number): number {
  return posts <= 2_000 ? 100 : (2_000 / posts) * 100;
}

function missing(): never {
  throw notFound();
}
