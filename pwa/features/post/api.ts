import { queryOptions } from "@tanstack/react-query";
import { getPost, getRevision, listComments } from "#shared/contracts/post.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

export interface PostParams {
  service: string;
  id: string;
  post: string;
  revision?: string;
}

/** The post, or an older revision of it. */
export function postQuery({ revision, ...params }: PostParams) {
  return queryOptions({
    queryKey: ["post", params, revision ?? "current"],
    queryFn: (context) =>
      revision === undefined
        ? cachedCall(getPost, { params }, context)
        : cachedCall(getRevision, { params: { ...params, revision } }, context),
  });
}

/** No comments is a 404 on the wire and an empty list here. */
export function commentsQuery({ service, id, post }: PostParams) {
  const params = { service, id, post };
  return queryOptions({
    queryKey: ["comments", params],
    queryFn: (context) => cachedCall(listComments, { params }, context, []),
  });
}
