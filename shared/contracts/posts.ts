/** Posts: lists, search and post pages (contract 2.2 and 2.4). */
import { z } from "zod";
import { TagCount } from "../entities/creator.ts";
import { Comment, PostEnvelope, PostHit, PostListItem, RevisionPost } from "../entities/post.ts";
import { offset, searchText, tagList } from "../rules/offset.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./creators.ts";
import { endpoint } from "./endpoint.ts";

const ListQuery = z.object({ o: offset(), q: searchText(2), tag: tagList });
const PostParams = z.object({ service: z.string(), id: z.string(), post: z.string() });
const NOT_FOUND = { 404: ["Not Found"] };

export const listCreatorPosts = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/posts",
  summary: "A creator's posts, newest first, 50 a page; with q by relevance.",
  params: CreatorParams,
  query: ListQuery,
  response: z.array(z.union([PostHit, PostListItem])),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listPosts = endpoint({
  method: "GET",
  path: "/v1/posts",
  summary:
    "All posts, newest first, 50 a page; with q by relevance. `count` can be paged to, `true_count` is the whole.",
  query: ListQuery,
  response: z.object({
    count: z.int(),
    true_count: z.int(),
    posts: z.array(z.union([PostHit, PostListItem])),
  }),
});

export const getRandomPost = endpoint({
  method: "GET",
  path: "/v1/posts/random",
  summary: "A random post that has files.",
  response: z.object({ service: z.string(), artist_id: z.string(), post_id: z.string() }),
  errors: NOT_FOUND,
});

export const listTags = endpoint({
  method: "GET",
  path: "/v1/posts/tags",
  summary: "Every tag in lower case with its number of posts, most used first.",
  response: z.array(TagCount),
  large: true,
});

export const getPost = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post",
  summary: "One post with its files, previews, videos and revisions.",
  params: PostParams,
  response: PostEnvelope,
  errors: NOT_FOUND,
});

export const getRevision = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/revision/:revision",
  summary: "A former version of a post.",
  params: PostParams.extend({ revision: z.string() }),
  response: PostEnvelope,
  errors: NOT_FOUND,
});

export const listRevisions = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/revisions",
  summary: "All former versions of a post, newest first; 404 when there are none.",
  params: PostParams,
  response: z.array(RevisionPost),
  errors: NOT_FOUND,
});

export const listComments = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/comments",
  summary: "The comments of a post, oldest first; 404 when there are none.",
  params: PostParams,
  response: z.array(Comment),
  errors: NOT_FOUND,
});

export const resolvePost = endpoint({
  method: "GET",
  path: "/v1/:service/post/:post",
  summary: "The creator of a post known by service and id alone.",
  params: z.object({ service: z.string(), post: z.string() }),
  response: z.object({ service: z.string(), artist_id: z.string(), post_id: z.string() }),
  errors: NOT_FOUND,
});
