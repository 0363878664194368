/** Single posts with their related data, and tags. */
import { z } from "zod/mini";
import { TagCount } from "../entities/creator.ts";
import { Comment, PostEnvelope, RevisionPost } from "../entities/post.ts";
import { EMPTY_LIST, endpoint } from "./endpoint.ts";

const PostParams = z.object({ service: z.string(), id: z.string(), post: z.string() });
const NOT_FOUND = { 404: ["Not Found"] };

export const getRandomPost = endpoint({
  method: "GET",
  path: "/v1/posts/random",
  access: "anyone",
  summary: "A random post that has a main file and attachments.",
  private: true,
  response: z.object({ service: z.string(), artist_id: z.string(), post_id: z.string() }),
  errors: NOT_FOUND,
});

export const listTags = endpoint({
  method: "GET",
  path: "/v1/posts/tags",
  access: "anyone",
  topics: ["tags", "creator_tags"],
  summary: "All tags in lower case with their number of posts, most used first.",
  response: z.array(TagCount),
  large: true,
});

export const getPost = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post",
  access: "anyone",
  topics: [
    "posts",
    "post_revisions",
    "post_flags",
    "creators.listed",
    "file_uses",
    "picture_pairs",
    "picture_sizes",
    "media_details",
    "media_renditions",
  ],
  summary: "One post with its files, previews, videos and revisions.",
  params: PostParams,
  response: PostEnvelope,
  heavy: true,
  errors: NOT_FOUND,
});

export const getRevision = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/revision/:revision",
  access: "anyone",
  topics: [
    "posts",
    "post_revisions",
    "post_flags",
    "creators.listed",
    "file_uses",
    "picture_pairs",
    "picture_sizes",
    "media_details",
    "media_renditions",
  ],
  summary: "An older revision of a post.",
  params: z.extend(PostParams, { revision: z.string() }),
  response: PostEnvelope,
  heavy: true,
  errors: NOT_FOUND,
});

export const listRevisions = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/revisions",
  access: "anyone",
  topics: [
    "posts",
    "post_revisions",
    "post_flags",
    "creators.listed",
    "file_uses",
    "picture_pairs",
    "picture_sizes",
    "media_details",
    "media_renditions",
  ],
  summary: "All older revisions of a post, newest first; 404 with `[]` if there are none.",
  params: PostParams,
  response: z.array(RevisionPost),
  heavy: true,
  errors: { 404: EMPTY_LIST },
});

export const listComments = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/comments",
  access: "anyone",
  topics: ["comments", "comment_revisions", "posts", "creators.listed"],
  summary: "Comments of a post, oldest first; 404 with `[]` if there are none.",
  params: PostParams,
  response: z.array(Comment),
  errors: { 404: EMPTY_LIST },
});

export const resolvePost = endpoint({
  method: "GET",
  path: "/v1/:service/post/:post",
  access: "anyone",
  topics: ["posts", "creators.listed"],
  summary: "Finds the creator of a post by service and post id.",
  params: z.object({ service: z.string(), post: z.string() }),
  response: z.object({ service: z.string(), artist_id: z.string(), post_id: z.string() }),
  errors: NOT_FOUND,
});
