import { queryOptions } from "@tanstack/react-query";
import { getPost, getRevision, listComments } from "#shared/contracts/post.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

export interface PostParams {
  service: string;
  id: string;
  post: string;
  revision?: string;
}

/** Query of a post or an older revision. */
export function postQuery({ revision, ...params }: PostParams) {
  return queryOptions({
    queryKey: ["post", params, revision ?? "current"],
    queryFn: (context) =>
      revision === undefined
        ? cachedCall(getPost, { params }, context)
        : cachedCall(getRevision, { params: { ...params, revision } }, context),
  });
}

/** Converts the API's 404 for "no comments" to an empty list. */
export function commentsQuery({ service, id, post }: PostParams) {
  const params = { service, id, post };
  return queryOptions({
    queryKey: ["comments", params],
    queryFn: (context) => cachedCall(listComments, { params }, context, []),
  });
}
