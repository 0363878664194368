import { queryOptions } from "@tanstack/react-query";
import { getFile } from "#shared/contracts/files.ts";
import { getPost, getRevision, listComments } from "#shared/contracts/posts.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";

export interface PostParams {
  service: string;
  id: string;
  post: string;
  revision?: string;
}

/** The post, or a former version of it. */
export function postQuery({ revision, ...params }: PostParams) {
  return queryOptions({
    queryKey: ["post", params, revision ?? "current"],
    queryFn: ({ signal }) =>
      revision === undefined
        ? call(getPost, { params, signal })
        : call(getRevision, { params: { ...params, revision }, signal }),
  });
}

/** No comments is a 404 on the wire and an empty list here (contract 2.2). */
export function commentsQuery({ service, id, post }: PostParams) {
  const params = { service, id, post };
  return queryOptions({
    queryKey: ["comments", params],
    queryFn: async ({ signal }) => {
      try {
        return await call(listComments, { params, signal });
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return [];
        throw error;
      }
    },
  });
}

/** Bytes of a stored file. */
export function sizeQuery(hash: string) {
  return queryOptions({
    queryKey: ["file-size", hash],
    queryFn: async ({ signal }) => (await call(getFile, { params: { hash }, signal })).file.size,
    staleTime: Number.POSITIVE_INFINITY, // the hash names these very bytes
    retry: false,
  });
}
